import { programOf, wordsFor } from './browser-program'
import type { StartUp, SystemStep } from './system-step'

export function windowsSteps(startUp: StartUp): SystemStep[] {
  const program = programOf(startUp, 'windows')
  const words = wordsFor(program, startUp.address)
  return [
    {
      topic: 'start',
      title: 'Start the camera with Windows',
      line: 'Press Windows+R, type shell:startup, Enter. In that folder: New, Shortcut, and paste this. For a whole screen without a way out add --kiosk.',
      take: { kind: 'text', label: 'Shortcut', text: ['cmd /c start ""', program.windows, ...words].join(' ') },
    },
    {
      topic: 'sign-in',
      title: 'Sign in without a hand',
      line: 'Windows+R, netplwiz: untick “Users must enter a user name and password”. Whoever has the device then has this account.',
    },
    {
      topic: 'awake',
      title: 'Never sleep, also with the lid closed',
      line: 'Settings, System, Power: sleep Never when plugged in. Control Panel, Power Options, Choose what closing the lid does: Do nothing.',
    },
    {
      topic: 'power',
      title: 'Come back with the power',
      line: 'In the firmware (Del or F2 as it starts) set “Restore on AC power loss” to On, where it has that.',
    },
  ]
}

export function macSteps(startUp: StartUp): SystemStep[] {
  const program = programOf(startUp, 'macos')
  // Those that know no apps are given the address by the system itself.
  const words = program.isChromium ? ['--args', ...wordsFor(program, startUp.address)] : [startUp.address]
  return [
    {
      topic: 'start',
      title: 'Start the camera at login',
      line: 'Save the file and move it to Library/LaunchAgents in your home folder (in Finder: Go, Go to Folder). It opens Nightjar at each login.',
      take: {
        kind: 'file',
        name: 'nightjar.camera.plist',
        content: launchAgent(['/usr/bin/open', '-a', program.macApp, ...words]),
      },
    },
    {
      topic: 'sign-in',
      title: 'Log in without a hand',
      line: 'System Settings, Users & Groups, Automatically log in as. It needs FileVault off: whoever has the device then has its disk.',
    },
    {
      topic: 'awake',
      title: 'Never sleep',
      line: 'System Settings, Battery, Options: prevent automatic sleeping when plugged in. Leave the lid open: closed, a Mac sleeps unless a screen is connected.',
    },
    {
      topic: 'power',
      title: 'Come back with the power',
      line: 'System Settings, Energy: start up automatically after a power failure, where it has that; or in Terminal:',
      take: { kind: 'text', label: 'Command', text: 'sudo pmset -a autorestart 1' },
    },
  ]
}

function launchAgent(words: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key><string>nightjar.camera</string>',
    '  <key>RunAtLoad</key><true/>',
    '  <key>ProgramArguments</key>',
    `  <array>${words.map((word) => `<string>${xmlText(word)}</string>`).join('')}</array>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

export function linuxSteps(startUp: StartUp): SystemStep[] {
  const program = programOf(startUp, 'linux')
  const words = wordsFor(program, startUp.address)
  const command = program.linux.map((name) => [name, ...words].join(' ')).join(' || ')
  return [
    {
      topic: 'start',
      title: 'Start the camera at login',
      line: 'Save the file and move it to .config/autostart in your home folder (make that folder where it is missing).',
      take: {
        kind: 'file',
        name: 'nightjar-camera.desktop',
        content: ['[Desktop Entry]', 'Type=Application', 'Name=Nightjar camera', `Exec=sh -c "${command}"`, ''].join(
          '\n',
        ),
      },
    },
    {
      topic: 'sign-in',
      title: 'Log in without a hand',
      line: 'Settings, Users, Automatic Login. Whoever has the device then has this account.',
    },
    {
      topic: 'awake',
      title: 'Never sleep, also with the lid closed',
      line: 'This keeps the machine from sleeping, whatever asks; unmask in the place of mask undoes it.',
      take: {
        kind: 'text',
        label: 'Command',
        text: 'sudo systemctl mask sleep.target suspend.target hibernate.target hybrid-sleep.target',
      },
    },
    {
      topic: 'power',
      title: 'Come back with the power',
      line: 'In the firmware (Del or F2 as it starts) set “Restore on AC power loss” to On, where it has that.',
    },
  ]
}

export function chromeOsSteps(): SystemStep[] {
  return [
    {
      topic: 'start',
      title: 'Open the camera again after a restart',
      line: 'Settings, System preferences, Startup, Restore apps on startup: Always restore. Leave this page open as the device is turned off.',
    },
    {
      topic: 'sign-in',
      title: 'Sign in after each restart',
      line: 'ChromeOS starts nothing before somebody has signed in: after a restart sign in once. Let it install updates while you are there.',
    },
    {
      topic: 'awake',
      title: 'Never sleep, also with the lid closed',
      line: 'Settings, System preferences, Power: Keep display on while charging, and switch “Sleep when cover is closed” off. Stealth mode keeps the screen black.',
    },
  ]
}
