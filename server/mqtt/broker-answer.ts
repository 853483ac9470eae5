import { NEVER } from '../lib/never'
import { BrokerSession } from './broker-session'
import type { MqttConfig } from './mqtt-config'

/** Whether the broker lets this hub in, as one sentence for whoever checks it. */
export async function brokerAnswer(broker: MqttConfig): Promise<string> {
  const name = `The MQTT broker at ${broker.host}:${broker.port}`
  const options = { will: null, onMessage: () => undefined }
  const opened = await BrokerSession.open(broker, options, NEVER)
  if (opened.kind === 'failed') return `${name} cannot be used: ${opened.problem}.`
  await opened.session.close(null)
  return `${name} answers.`
}
