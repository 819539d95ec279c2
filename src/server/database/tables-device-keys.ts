/** A device's public key, per person and farm. The private one never leaves the device. */
interface DeviceKeyRow {
  organization_id: string;
  user_id: string;
  /** The key's digest. */
  id: string;
  /** The log-in that registered it: a lost phone's signatures are not trusted. */
  session_id: string;
  public_key: string;
  registered_at: string;
}

/** How much waited on a phone, by farm, when last reported (trust.md row 86). */
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
