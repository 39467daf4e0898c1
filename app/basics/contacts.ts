/** Finds and hides ways to get in touch that are written into a text. */

export type ContactMatch = { kind: "phone" | "account" | "email" | "messenger"; start: number; end: number }

const SPOKEN_DIGITS: Readonly<Record<string, string>> = {
  공: "0",
  영: "0",
  일: "1",
  이: "2",
  삼: "3",
  사: "4",
  오: "5",
  육: "6",
  륙: "6",
  칠: "7",
  팔: "8",
  구: "9",
}

const DIGIT_SEPARATOR = "[\\s.\\-_~*·•/()]{0,3}"

const PHONE_PATTERN = new RegExp(
  `(?<!\\d)(?:(?:\\+?82|0)${DIGIT_SEPARATOR}(?:1${DIGIT_SEPARATOR}[016789]|50\\d?|70)|0(?:2|[3-6][1-5]))` +
    `${DIGIT_SEPARATOR}(?:\\d${DIGIT_SEPARATOR}){3,4}(?:\\d${DIGIT_SEPARATOR}){3}\\d(?!\\d)|` +
    `(?<!\\d)1[568]\\d{2}[-\\s]\\d{4}(?!\\d|-\\d)`,
  "g",
)

const HYPHENATED_NUMBER_PATTERN = /(?<![\d-])\d{2,6}(?:-\d{1,7}){2,3}(?![\d-])/g

const LONG_NUMBER_PATTERN = /(?<!\d)\d(?:[\s-]?\d){9,13}(?!\d)/g

const BANK_WORDS_PATTERN =
  /계좌|입금|송금|이체|예금주|무통장|은행|뱅크|국민|신한|우리|하나|농협|기업|새마을금고|신협|우체국|수협/

const PARCEL_WORDS_PATTERN = /송장|운송장|등기|주문\s?번호|사업자/

const EMAIL_PATTERN =
  /[a-z0-9._%+-]{2,64}\s?(?:@|＠|골뱅이)\s?[a-z0-9-]{2,63}\s?\.\s?(?:com|net|kr|co|org|me)\b/gi

const MESSENGER_PATTERN = new RegExp(
  [
    /open\.kakao\.com\S*/,
    /(?:카카오?톡|카톡|텔레그램|라인|telegram|line)\s?(?:아이디|id)\s?[:은는]?\s?[a-z0-9._-]{3,30}/,
    /t\.me\/\S+/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
)

/**
 * Phone numbers, bank accounts, e-mail and messenger addresses in `text`, in order, as places in it. Digits
 * may be spaced, full-width, circled or spelled (공일공). Amounts and dates are not taken for them. Made to warn
 * and to hide, not to prove.
 */
export function findContacts(text: string): ContactMatch[] {
  const digits = normaliseDigits(text)
  const found: ContactMatch[] = []
  const collect = (
    kind: ContactMatch["kind"],
    source: string,
    pattern: RegExp,
    isMatch: (match: string) => boolean = () => true,
  ) => {
    for (const match of source.matchAll(pattern)) {
      const start = match.index
      const end = start + match[0].trimEnd().length
      if (isMatch(match[0]) && !found.some((other) => start < other.end && other.start < end))
        found.push({ kind, start, end })
    }
  }
  collect("phone", digits, PHONE_PATTERN)
  if (!PARCEL_WORDS_PATTERN.test(text)) {
    collect("account", digits, HYPHENATED_NUMBER_PATTERN, (number) => hasAccountLength(number, 11))
    if (BANK_WORDS_PATTERN.test(text))
      collect("account", digits, LONG_NUMBER_PATTERN, (number) => hasAccountLength(number, 10))
  }
  collect("email", text, EMAIL_PATTERN)
  collect("messenger", text, MESSENGER_PATTERN)
  return found.sort((a, b) => a.start - b.start)
}

/** True when `text` seems to hold a phone number, a bank account or another way around the chat. */
export function hasContact(text: string): boolean {
  return findContacts(text).length > 0
}

/** `text` with every contact in it replaced by `"(연락처 숨김)"`. */
export function hideContacts(text: string): string {
  let maskedText = ""
  let from = 0
  for (const { start, end } of findContacts(text)) {
    maskedText += `${text.slice(from, start)}(연락처 숨김)`
    from = end
  }
  return maskedText + text.slice(from)
}

function hasAccountLength(number: string, minDigits: number): boolean {
  const count = number.replace(/\D/g, "").length
  return count >= minDigits && count <= 14
}

// Keeps the length, so that what is found lies at the same place in the original.
function normaliseDigits(text: string): string {
  return text
    .replace(/[０-９]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[①-⑨]/g, (circled) => String(circled.charCodeAt(0) - 0x245f))
    .replaceAll("⓪", "0")
    .replace(/[‐-―−－]/g, "-")
    .replace(/(?<![a-z])[oO](?=[\d\s.-]*1)|(?<=\d)[oO](?![a-z])/g, "0")
    .replace(/[공영일이삼사오육륙칠팔구](?:[\s.-]?[공영일이삼사오육륙칠팔구\d]){6,}/g, (spelled) =>
      [...spelled].map((letter) => SPOKEN_DIGITS[letter] ?? letter).join(""),
    )
    .replace(
      /\d{1,3}(?:,\d{3})+(?!\d)|\d+(?=\s?[원만억])|(?<!\d)20\d{2}[-./]\s?\d{1,2}[-./]\s?\d{1,2}(?!\d)/g,
      (other) => "¤".repeat(other.length),
    )
}
