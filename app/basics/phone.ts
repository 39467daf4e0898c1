/** Korean mobile numbers: kept as +8210…, shown as 010-1234-5678. */

const NATIONAL_NUMBER_PATTERN = /^01[016789]\d{7,8}$/

/**
 * What a person typed as `+821012345678`, or null when it is not a Korean mobile number. Spaces, dots,
 * hyphens and full-width digits are fine.
 */
export function parsePhone(typed: string): string | null {
  if (typed.length > 40) return null
  const text = typed
    .replace(/[０-９＋]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s.()\-‐-―−－]/g, "")
  const digits = text.replace(/^(?:\+|00)82(?:0)?/, "0")
  return NATIONAL_NUMBER_PATTERN.test(digits) ? `+82${digits.slice(1)}` : null
}

function splitPhone(phone: string): [string, string, string] | null {
  const parsed = parsePhone(phone)
  if (parsed === null) return null
  const digits = `0${parsed.slice(3)}`
  return [digits.slice(0, 3), digits.slice(3, -4), digits.slice(-4)]
}

/** `"+821012345678"` → `"010-1234-5678"`; anything that is not a mobile number comes back as it is. */
export function formatPhone(phone: string): string {
  return splitPhone(phone)?.join("-") ?? phone
}

/** `"010-****-5678"`; anything that is not a mobile number is hidden whole. */
export function maskPhone(phone: string): string {
  const found = splitPhone(phone)
  return found ? `${found[0]}-${"*".repeat(found[1].length)}-${found[2]}` : "***"
}
