import type { Outgoing } from '../../messages/outgoing.ts';

/** Limits per account and per farm. */
export interface TeamBounds {
  readonly farmsPerAccount: number;
  readonly membersPerFarm: number;
}

export interface TeamPorts {
  readonly bounds: TeamBounds;
  readonly newId: () => string;
  readonly outgoing: Outgoing;
  /** The address that links in mails begin with. */
  readonly publicUrl: string;
  /** Somebody (null: everybody) is no member any more: his connections leave the farm's live room. */
  readonly onLeave: (organizationId: string, userId: string | null) => void;
}
