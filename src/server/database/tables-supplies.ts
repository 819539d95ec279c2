export interface SupplyTables {}
