/** What a picture may be sent for by the uploader of a form. */
export const UPLOAD_PURPOSES = [
  "order",
  "after",
  "portfolio",
  "certificate",
  "review",
  "avatar",
  "cover",
  "chat",
  "item",
  "product",
  "claim",
  "evidence",
  "content",
  "test",
] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]
