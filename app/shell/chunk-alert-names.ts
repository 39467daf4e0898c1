/** Specification §9: how long a script may take to come. */
export const SCRIPT_TIMEOUT_MS = 120_000
export const CHUNK_ALERT_ID = "chunk-failed"
