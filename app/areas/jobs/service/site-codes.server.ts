/**
 * The code of a workplace that shows who is there: six digits, new every 30 seconds, made of the
 * installation's secret, the post and the server's clock (as RFC 6238 makes them).
 */
import { now } from "#app/basics/clock.ts"
import { isSameSignature, sign } from "#app/platform/signatures.server.ts"
import { WORK_LIMITS } from "../work-rules.ts"

const STEP_MS = WORK_LIMITS.codeSeconds * 1_000
const getStep = (at: Date) => Math.floor(at.getTime() / STEP_MS)

function codeOfStep(hireId: string, step: number): string {
  const bytes = Buffer.from(sign("site-code", `${hireId}:${step}`), "base64url")
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, "0")
}

/** The code of a workplace at this moment, and how long it still stands there, in milliseconds. */
export function getSiteCode(hireId: string): { code: string; remainingMs: number } {
  const at = now()
  return { code: codeOfStep(hireId, getStep(at)), remainingMs: STEP_MS - (at.getTime() % STEP_MS) }
}

/** True for the code of this moment and for the one before it. */
export function isSiteCode(hireId: string, code: string): boolean {
  const step = getStep(now())
  return [step, step - 1].some((each) => isSameSignature(codeOfStep(hireId, each), code))
}
