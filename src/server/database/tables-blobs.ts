/** A photo or voice note of a farm, named by its SHA-256. */
interface BlobRow {
  organization_id: string;
  digest: string;
  type: string;
  size: number;
  /** The file's unguessable name in the data folder: nothing that was sent becomes a path. */
  place: string;
  created_by: string;
  created_at: string;
}

export interface BlobTables {
  blobs: BlobRow;
}
