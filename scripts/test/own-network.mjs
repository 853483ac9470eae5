import { spawnSync } from 'node:child_process'

/**
 * A second address beside loopback, which WebRTC leaves out of its candidates. Nothing but this machine's own programs in
 * the same network has it.
 */
const SECOND_ADDRESS = '10.77.0.1/24'

const setUp = `ip link set lo up && ip addr add ${SECOND_ADDRESS} dev lo`

/**
 * What stands before a command so that it runs in a network of its own, which holds loopback alone: whatever it sends,
 * nothing leaves the machine. null where this user may not make one.
 * @returns {readonly string[] | null}
 */
export function ownNetwork() {
  const rights = process.getuid?.() === 0 ? ['--net'] : ['--map-root-user', '--net']
  const prefix = ['unshare', ...rights, 'sh', '-c', `${setUp} && exec "$@"`, 'sh']
  const [program = '', ...args] = prefix
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0 ? prefix : null
}
