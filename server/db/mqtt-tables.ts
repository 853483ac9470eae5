/** One row: the workspace that the broker is told of, which may be gone (migration 0030). */
export interface MqttWorkspaceTable {
  id: string
  workspace_id: string
}

/** Which of the last minutes' events the broker knows (migration 0037). */
export interface MqttToldTable {
  workspace_id: string
  /** Ids, with commas between. */
  event_ids: string
}
