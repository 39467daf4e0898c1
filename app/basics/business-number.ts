/** The business registration number (사업자등록번호): ten digits, the last one a check. */

const CHECK_WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/** True when ten bare digits carry the right check digit. Says nothing about whether the business exists. */
export function isBusinessNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits) || /^0+$/.test(digits)) return false
  const sum = CHECK_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const carried = Math.floor((Number(digits[8]) * 5) / 10)
  return (10 - ((sum + carried) % 10)) % 10 === Number(digits[9])
}

/**
 * What a person typed as ten bare digits, or null when the check digit is wrong. Hyphens, spaces and
 * full-width digits are fine.
 */
export function parseBusinessNumber(typed: string): string | null {
  if (typed.length > 40) return null
  const digits = typed
    .replace(/[０-９]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s\-‐-―−－]/g, "")
  return isBusinessNumber(digits) ? digits : null
}

/** Ten digits as `"000-00-00000"`; anything else comes back as it is. */
export function formatBusinessNumber(digits: string): string {
  return digits.replace(/^(\d{3})(\d{2})(\d{5})$/, "$1-$2-$3")
}

/**
 * True for the number of a company or an organisation, whose two digits in the middle are 81 to 88 (국세청,
 * 사업자등록번호 체계); false for that of somebody who runs a business alone.
 */
export const isCorporateNumber = (digits: string): boolean => /^\d{3}8[1-8]\d{5}$/.test(digits)
