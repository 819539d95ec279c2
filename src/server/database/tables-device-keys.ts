/** The public half of a key of somebody's device, on one farm. The private half never leaves the device. */
interface DeviceKeyRow {
  organization_id: string;
  user_id: string;
  /** The digest of the public half. */
  id: string;
  /** The log-in that brought it: what a lost phone signs is believed no more. */
  session_id: string;
  public_key: string;
  registered_at: string;
}

/** How much waited on a phone when it last said so, of one farm (trust.md row 86). */
interface OutboxRow {
  organization_id: string;
  session_id: string;
  waiting: number;
  /** By the server's clock. */
  heard_at: string;
}

export interface DeviceKeyTables {
  outboxes: OutboxRow;
  device_keys: DeviceKeyRow;
}
