import type { StartUp, SystemStep } from './system-step'

export function androidSteps({ address }: StartUp): SystemStep[] {
  return [
    {
      topic: 'start',
      title: 'Put it on the home screen',
      line: 'In Chrome’s menu: Add to Home screen, Install. Android starts no browser by itself: after a restart tap it, or have a kiosk app open this address as the device starts.',
      take: { kind: 'text', label: 'Address', text: address },
    },
    {
      topic: 'sign-in',
      title: 'Pin it to the screen',
      line: 'Settings, Security, App pinning: nobody leaves Nightjar by accident.',
    },
    {
      topic: 'awake',
      title: 'Stay awake while it charges',
      line: 'Settings, Developer options, Stay awake. Settings, Apps, Chrome, Battery: Unrestricted. Stealth mode keeps the screen black.',
    },
    {
      topic: 'power',
      title: 'Leave it plugged in',
      line: 'A telephone that ran empty does not start by itself when the power is back, but for few models: look there once.',
    },
  ]
}

export function iosSteps({ address }: StartUp): SystemStep[] {
  return [
    {
      topic: 'start',
      title: 'Put it on the Home Screen',
      line: 'In Safari: Share, Add to Home Screen. Nothing starts by itself on these devices: after a restart tap it.',
      take: { kind: 'text', label: 'Address', text: address },
    },
    {
      topic: 'sign-in',
      title: 'Keep it in front',
      line: 'Settings, Accessibility, Guided Access: start it in Nightjar, so that nothing else comes in front.',
    },
    {
      topic: 'awake',
      title: 'Never lock',
      line: 'Settings, Display & Brightness, Auto-Lock: Never. Stealth mode keeps the screen black.',
    },
  ]
}
