import type { Outgoing } from '../../messages/outgoing.ts';

/** How much one account and one farm may take of a server. */
export interface TeamBounds {
  readonly farmsPerAccount: number;
  readonly membersPerFarm: number;
}

export interface TeamPorts {
  readonly bounds: TeamBounds;
  readonly newId: () => string;
  readonly outgoing: Outgoing;
  /** Where people open the product: what links in mails begin with. */
  readonly publicUrl: string;
  /** Told when somebody is no member any more, null for everybody: whoever listens to the farm's room leaves it. */
  readonly onLeave: (organizationId: string, userId: string | null) => void;
}
