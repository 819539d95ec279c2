export interface OfficeTables {}
