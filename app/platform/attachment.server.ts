/** Answers that a browser saves as a file instead of showing them. */

const CONTENT_TYPES = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const
type AttachmentFormat = keyof typeof CONTENT_TYPES

/**
 * The headers of a file of one person's alone, kept by no cache. `label` is its name, with its ending;
 * `name`, without one, is for browsers that read no other letters.
 */
export function buildAttachmentHeaders(
  format: AttachmentFormat,
  { name, label }: { name: string; label: string },
) {
  const names = `filename="${name}.${format}"; filename*=UTF-8''${encodeURIComponent(label)}`
  return {
    "Content-Type": CONTENT_TYPES[format],
    "Content-Disposition": `attachment; ${names}`,
    "Cache-Control": "private, no-store",
  }
}
