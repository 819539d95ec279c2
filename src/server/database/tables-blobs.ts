/** A photo or voice note of a farm, named by the SHA-256 of its bytes. */
interface BlobRow {
  organization_id: string;
  digest: string;
  type: string;
  size: number;
  /** Under which name the bytes lie in the data folder: nobody guesses it, and nothing that was sent becomes a path. */
  place: string;
  created_by: string;
  created_at: string;
}

export interface BlobTables {
  blobs: BlobRow;
}
