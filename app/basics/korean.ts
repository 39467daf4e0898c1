/**
 * Korean text: particles, names, clean input, search keys, and contact details that should not be
 * written openly.
 */
import { convertHangulToQwerty } from "es-hangul"

// ── Clean text

/** False for text that a database refuses or mangles: a NUL character or half of a surrogate pair. */
export function isCleanText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed()
}

/**
 * The first `most` units of a text, never half of a surrogate pair: half of one is no text that the database
 * takes in JSON.
 */
export const truncateText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")

/**
 * One form for the same text: composed Hangul (file names of macOS come decomposed), line ends `\n`, no NUL,
 * no broken surrogates, trimmed.
 */
export function normaliseText(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "").replace(/\r\n?/g, "\n").normalize("NFC").trim()
}

// ── Particles

/** A particle in its two forms: after a final consonant / after a vowel. */
export type JosaPair =
  | "은/는"
  | "이/가"
  | "을/를"
  | "과/와"
  | "아/야"
  | "으로/로"
  | "이나/나"
  | "이라/라"
  | "이랑/랑"
  | "이며/며"
  | "이에요/예요"
  | "이었/였"
  | "이든/든"
  | "이란/란"

type SoundEnding = "vowel" | "rieul" | "consonant"

const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3
const RIEUL_FINAL_INDEX = 8

/**
 * The word with the particle that fits its sound: `"집은"`, `"나무는"`, `"서울로"`, `"7로"`, `"10으로"`, `"PC는"`,
 * `"kakao를"`. A bracketed or quoted end is looked through: `"서초점(본점)은"` follows 서초점. A word that cannot be
 * read aloud gets both forms: `"🙂을(를)"`.
 */
export function withJosa(word: string, pair: JosaPair): string {
  const [afterConsonant = "", afterVowel = ""] = pair.split("/")
  const text = word.normalize("NFC")
  const ending = getSoundEnding(text)
  if (ending === null) return `${text}${pair === "으로/로" ? "(으)로" : `${afterConsonant}(${afterVowel})`}`
  const usesVowelForm = ending === "vowel" || (ending === "rieul" && pair === "으로/로")
  return text + (usesVowelForm ? afterVowel : afterConsonant)
}

function getSoundEnding(text: string): SoundEnding | null {
  const spoken = text
    .replace(/(?<=[^\s(（[])\s*[(（[][^()（）[\]]*[)）\]]\s*$/u, "")
    .replace(/[^\p{L}\p{N}%℃㎡]+$/u, "")
  const unit = /\d\s*(kg|g|mg|km|cm|mm|m|l|ml|%|℃|㎡)$/i.exec(spoken)?.[1]
  if (unit !== undefined) return /g$/i.test(unit) ? "consonant" : "vowel"
  if (/[%℃㎡]$/.test(spoken)) return "vowel"
  const last = spoken.at(-1)
  if (last === undefined) return null
  const code = last.charCodeAt(0)
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) {
    const final = (code - FIRST_SYLLABLE) % 28
    return final === 0 ? "vowel" : final === RIEUL_FINAL_INDEX ? "rieul" : "consonant"
  }
  if (/[ㄱ-ㅎ]/.test(last)) return last === "ㄹ" ? "rieul" : "consonant"
  if (/[ㅏ-ㅣ]/.test(last)) return "vowel"
  if (/\d/.test(last)) return getNumberEnding(spoken)
  const latin = /[a-z]+$/i.exec(spoken)?.[0]
  return latin === undefined ? null : getLatinEnding(latin)
}

// 영 일 이 삼 사 오 육 칠 팔 구
const DIGIT_ENDINGS: readonly SoundEnding[] = [
  "consonant",
  "rieul",
  "vowel",
  "consonant",
  "vowel",
  "vowel",
  "consonant",
  "rieul",
  "rieul",
  "vowel",
]

function getNumberEnding(text: string): SoundEnding {
  const digits = /[\d,.]+$/.exec(text)?.[0] ?? ""
  const whole = digits.replaceAll(",", "")
  const zeros = /[1-9]\d*?(0+)$/.exec(whole)?.[1]?.length ?? 0
  // 십 백 천 만 억 end in a consonant, 조 in a vowel. After a decimal point every digit is read by itself.
  if (zeros > 0 && !whole.includes(".")) return zeros >= 12 ? "vowel" : "consonant"
  return DIGIT_ENDINGS[Number(whole.at(-1))] ?? "consonant"
}

// How the word ends when it is said in Korean. Capitals are read letter by letter: 엘 and 알, 엠, 엔 end in a
// consonant.
function getLatinEnding(word: string): SoundEnding {
  const last = word.slice(-1).toLowerCase()
  if (word.length === 1 || word === word.toUpperCase()) {
    return last === "l" || last === "r" ? "rieul" : last === "m" || last === "n" ? "consonant" : "vowel"
  }
  const lower = word.toLowerCase()
  if (/(?:l|[a-z]le)$/.test(lower)) return "rieul"
  if (/(?:m|n|ng|[aeiou][mn]e)$/.test(lower)) return "consonant"
  // 북, 샵, 챗 close the syllable; after two vowels or a consonant (메이크, 데스크) a vowel is added.
  return /(?:^|[^aeiou])(?:[aeiou]|oo)(?:ck|pp|tt|[ckpt])$/.test(lower) ? "consonant" : "vowel"
}

// ── Names

const DOUBLE_SURNAMES = /^(?:남궁|황보|제갈|사공|선우|서문|독고|동방|망절)/

/** `"홍길동"` → `"홍*동"`, `"남궁민수"` → `"남**수"`, `"홍길"` → `"홍*"`. A single letter is hidden. */
export function maskName(name: string): string {
  const letters = [...normaliseText(name)]
  const [first = "", ...rest] = letters
  if (letters.length < 2) return "*"
  const maskedLetters = rest.map((letter, index) =>
    letter === " " ? " " : index === rest.length - 1 && letters.length > 2 ? letter : "*",
  )
  return first + maskedLetters.join("")
}

/** `"박서연"` → `"박OO님"`, `"남궁민수"` → `"남궁OO님"`. The number of circles tells nothing about the name. */
export function formatSurnameOnly(name: string): string {
  const letters = [...normaliseText(name)]
  const hasDoubleSurname = letters.length >= 4 && DOUBLE_SURNAMES.test(letters.join(""))
  return `${letters.slice(0, hasDoubleSurname ? 2 : 1).join("")}OO님`
}

// ── Search keys

const CONSONANT_CLUSTERS: Readonly<Record<string, string>> = {
  ㄳ: "ㄱㅅ",
  ㄵ: "ㄴㅈ",
  ㄶ: "ㄴㅎ",
  ㄺ: "ㄹㄱ",
  ㄻ: "ㄹㅁ",
  ㄼ: "ㄹㅂ",
  ㄽ: "ㄹㅅ",
  ㄾ: "ㄹㅌ",
  ㄿ: "ㄹㅍ",
  ㅀ: "ㄹㅎ",
  ㅄ: "ㅂㅅ",
}
const INITIAL_CONSONANTS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"

const toHalfWidth = (text: string) =>
  text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/**
 * Text as the keys of a two-set Korean keyboard, lower case, words apart by one space: `"벽지 도배"` → `"qurwl
 * ehqo"`. A word typed with the wrong keyboard has the same key. Hangul becomes ASCII, so an index works in
 * every locale.
 */
export function toSearchKey(text: string): string {
  const words = toHalfWidth(normaliseText(text))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
  return convertHangulToQwerty(words).toLowerCase()
}

/** The search key without spaces, for people who write 욕실수리 and 욕실 수리. */
export function toCompactSearchKey(text: string): string {
  return toSearchKey(text).replaceAll(" ", "")
}

/**
 * Initial consonants as keyboard letters: `"벽지 도배"` and `"ㅂㅈㄷㅂ"` → `"qweq"`. Latin letters and digits stay,
 * all else goes.
 */
export function toChoseongKey(text: string): string {
  const initials = [...toHalfWidth(normaliseText(text))].map((letter) => {
    const code = letter.charCodeAt(0)
    if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE)
      return INITIAL_CONSONANTS[Math.floor((code - FIRST_SYLLABLE) / 588)] ?? ""
    if (/[ㄱ-ㅎ]/.test(letter)) return CONSONANT_CLUSTERS[letter] ?? letter
    return /[a-z0-9]/i.test(letter) ? letter : ""
  })
  return convertHangulToQwerty(initials.join("")).toLowerCase()
}

/** True when someone typed initial consonants only, as in `"ㅂㅈ"`. */
export function isChoseongQuery(text: string): boolean {
  return /^[ㄱ-ㅎ]+$/.test(normaliseText(text).replace(/\s/g, ""))
}

// ── Contact details

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
