/**
 * Owns Korean text: particles, names, clean input, search keys, and contact details that should not be
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
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, "")

/**
 * One form for the same text: composed Hangul (file names of macOS come decomposed), line ends `\n`, no NUL,
 * no broken surrogates, trimmed.
 */
export function normalise(text: string): string {
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

type Ending = "vowel" | "rieul" | "consonant"

const firstSyllable = 0xac00
const lastSyllable = 0xd7a3
const rieulFinal = 8

/**
 * The word with the particle that fits its sound: `"집은"`, `"나무는"`, `"서울로"`, `"7로"`, `"10으로"`, `"PC는"`,
 * `"kakao를"`. A bracketed or quoted end is looked through: `"서초점(본점)은"` follows 서초점. A word that cannot be
 * read aloud gets both forms: `"🙂을(를)"`.
 */
export function josa(word: string, pair: JosaPair): string {
  const [afterConsonant = "", afterVowel = ""] = pair.split("/")
  const text = word.normalize("NFC")
  const ending = endingOf(text)
  if (ending === null) return `${text}${pair === "으로/로" ? "(으)로" : `${afterConsonant}(${afterVowel})`}`
  const vowelForm = ending === "vowel" || (ending === "rieul" && pair === "으로/로")
  return text + (vowelForm ? afterVowel : afterConsonant)
}

function endingOf(text: string): Ending | null {
  const spoken = text
    .replace(/(?<=[^\s(（[])\s*[(（[][^()（）[\]]*[)）\]]\s*$/u, "")
    .replace(/[^\p{L}\p{N}%℃㎡]+$/u, "")
  const unit = /\d\s*(kg|g|mg|km|cm|mm|m|l|ml|%|℃|㎡)$/i.exec(spoken)?.[1]
  if (unit !== undefined) return /g$/i.test(unit) ? "consonant" : "vowel"
  if (/[%℃㎡]$/.test(spoken)) return "vowel"
  const last = spoken.at(-1)
  if (last === undefined) return null
  const code = last.charCodeAt(0)
  if (code >= firstSyllable && code <= lastSyllable) {
    const final = (code - firstSyllable) % 28
    return final === 0 ? "vowel" : final === rieulFinal ? "rieul" : "consonant"
  }
  if (/[ㄱ-ㅎ]/.test(last)) return last === "ㄹ" ? "rieul" : "consonant"
  if (/[ㅏ-ㅣ]/.test(last)) return "vowel"
  if (/\d/.test(last)) return numberEnding(spoken)
  const latin = /[a-z]+$/i.exec(spoken)?.[0]
  return latin === undefined ? null : latinEnding(latin)
}

// 영 일 이 삼 사 오 육 칠 팔 구
const digitEndings: readonly Ending[] = [
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

function numberEnding(text: string): Ending {
  const digits = /[\d,.]+$/.exec(text)?.[0] ?? ""
  const whole = digits.replaceAll(",", "")
  const zeros = /[1-9]\d*?(0+)$/.exec(whole)?.[1]?.length ?? 0
  // 십 백 천 만 억 end in a consonant, 조 in a vowel. After a decimal point every digit is read by itself.
  if (zeros > 0 && !whole.includes(".")) return zeros >= 12 ? "vowel" : "consonant"
  return digitEndings[Number(whole.at(-1))] ?? "consonant"
}

// How the word ends when it is said in Korean. Capitals are read letter by letter: 엘 and 알, 엠, 엔 end in a
// consonant.
function latinEnding(word: string): Ending {
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

const doubleSurnames = /^(?:남궁|황보|제갈|사공|선우|서문|독고|동방|망절)/

/** `"홍길동"` → `"홍*동"`, `"남궁민수"` → `"남**수"`, `"홍길"` → `"홍*"`. A single letter is hidden. */
export function maskName(name: string): string {
  const letters = [...normalise(name)]
  const [first = "", ...rest] = letters
  if (letters.length < 2) return "*"
  const hidden = rest.map((letter, place) =>
    letter === " " ? " " : place === rest.length - 1 && letters.length > 2 ? letter : "*",
  )
  return first + hidden.join("")
}

/** `"박서연"` → `"박OO님"`, `"남궁민수"` → `"남궁OO님"`. The number of circles tells nothing about the name. */
export function surnameOnly(name: string): string {
  const letters = [...normalise(name)]
  const double = letters.length >= 4 && doubleSurnames.test(letters.join(""))
  return `${letters.slice(0, double ? 2 : 1).join("")}OO님`
}

// ── Search keys

const clusters: Readonly<Record<string, string>> = {
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
const initialConsonants = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"

const narrow = (text: string) =>
  text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/**
 * Text as the keys of a two-set Korean keyboard, lower case, words apart by one space: `"벽지 도배"` → `"qurwl
 * ehqo"`. A word typed with the wrong keyboard has the same key. Hangul becomes ASCII, so an index works in
 * every locale.
 */
export function searchKey(text: string): string {
  const words = narrow(normalise(text))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
  return convertHangulToQwerty(words).toLowerCase()
}

/** The search key without spaces, for people who write 욕실수리 and 욕실 수리. */
export function compactSearchKey(text: string): string {
  return searchKey(text).replaceAll(" ", "")
}

/**
 * Initial consonants as keyboard letters: `"벽지 도배"` and `"ㅂㅈㄷㅂ"` → `"qweq"`. Latin letters and digits stay,
 * all else goes.
 */
export function choseongKey(text: string): string {
  const initials = [...narrow(normalise(text))].map((letter) => {
    const code = letter.charCodeAt(0)
    if (code >= firstSyllable && code <= lastSyllable)
      return initialConsonants[Math.floor((code - firstSyllable) / 588)] ?? ""
    if (/[ㄱ-ㅎ]/.test(letter)) return clusters[letter] ?? letter
    return /[a-z0-9]/i.test(letter) ? letter : ""
  })
  return convertHangulToQwerty(initials.join("")).toLowerCase()
}

/** True when someone typed initial consonants only, as in `"ㅂㅈ"`. */
export function isChoseongQuery(text: string): boolean {
  return /^[ㄱ-ㅎ]+$/.test(normalise(text).replace(/\s/g, ""))
}

// ── Contact details

export type Contact = { kind: "phone" | "account" | "email" | "messenger"; start: number; end: number }

const spokenDigits: Readonly<Record<string, string>> = {
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
const gap = "[\\s.\\-_~*·•/()]{0,3}"
const phonePattern = new RegExp(
  `(?<!\\d)(?:(?:\\+?82|0)${gap}(?:1${gap}[016789]|50\\d?|70)|0(?:2|[3-6][1-5]))${gap}(?:\\d${gap}` +
    `){3,4}(?:\\d${gap}){3}\\d(?!\\d)|(?<!\\d)1[568]\\d{2}[-\\s]\\d{4}(?!\\d|-\\d)`,
  "g",
)
const hyphenedNumber = /(?<![\d-])\d{2,6}(?:-\d{1,7}){2,3}(?![\d-])/g
const looseNumber = /(?<!\d)\d(?:[\s-]?\d){9,13}(?!\d)/g
const moneyTalk =
  /계좌|입금|송금|이체|예금주|무통장|은행|뱅크|국민|신한|우리|하나|농협|기업|새마을금고|신협|우체국|수협/
const parcelTalk = /송장|운송장|등기|주문\s?번호|사업자/
const emailPattern =
  /[a-z0-9._%+-]{2,64}\s?(?:@|＠|골뱅이)\s?[a-z0-9-]{2,63}\s?\.\s?(?:com|net|kr|co|org|me)\b/gi
const messengerPattern =
  /open\.kakao\.com\S*|(?:카카오?톡|카톡|텔레그램|라인|telegram|line)\s?(?:아이디|id)\s?[:은는]?\s?[a-z0-9._-]{3,30}|t\.me\/\S+/gi

/**
 * Phone numbers, bank accounts, e-mail and messenger addresses in `text`, in order, as places in it. Digits
 * may be spaced, full-width, circled or spelled (공일공). Amounts and dates are not taken for them. Made to warn
 * and to hide, not to prove.
 */
export function findContacts(text: string): Contact[] {
  const digits = withPlainDigits(text)
  const found: Contact[] = []
  const collect = (
    kind: Contact["kind"],
    source: string,
    pattern: RegExp,
    counts: (match: string) => boolean = () => true,
  ) => {
    for (const match of source.matchAll(pattern)) {
      const start = match.index
      const end = start + match[0].trimEnd().length
      if (counts(match[0]) && !found.some((other) => start < other.end && other.start < end))
        found.push({ kind, start, end })
    }
  }
  collect("phone", digits, phonePattern)
  if (!parcelTalk.test(text)) {
    collect("account", digits, hyphenedNumber, (number) => hasAccountLength(number, 11))
    if (moneyTalk.test(text))
      collect("account", digits, looseNumber, (number) => hasAccountLength(number, 10))
  }
  collect("email", text, emailPattern)
  collect("messenger", text, messengerPattern)
  return found.sort((a, b) => a.start - b.start)
}

/** True when `text` seems to hold a phone number, a bank account or another way around the chat. */
export function looksLikeContact(text: string): boolean {
  return findContacts(text).length > 0
}

/** `text` with every contact in it replaced by `"(연락처 숨김)"`. */
export function hideContacts(text: string): string {
  let shown = ""
  let from = 0
  for (const { start, end } of findContacts(text)) {
    shown += `${text.slice(from, start)}(연락처 숨김)`
    from = end
  }
  return shown + text.slice(from)
}

function hasAccountLength(number: string, least: number): boolean {
  const count = number.replace(/\D/g, "").length
  return count >= least && count <= 14
}

// Keeps the length, so that what is found lies at the same place in the original.
function withPlainDigits(text: string): string {
  return text
    .replace(/[０-９]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[①-⑨]/g, (circled) => String(circled.charCodeAt(0) - 0x245f))
    .replaceAll("⓪", "0")
    .replace(/[‐-―−－]/g, "-")
    .replace(/(?<![a-z])[oO](?=[\d\s.-]*1)|(?<=\d)[oO](?![a-z])/g, "0")
    .replace(/[공영일이삼사오육륙칠팔구](?:[\s.-]?[공영일이삼사오육륙칠팔구\d]){6,}/g, (spelled) =>
      [...spelled].map((letter) => spokenDigits[letter] ?? letter).join(""),
    )
    .replace(
      /\d{1,3}(?:,\d{3})+(?!\d)|\d+(?=\s?[원만억])|(?<!\d)20\d{2}[-./]\s?\d{1,2}[-./]\s?\d{1,2}(?!\d)/g,
      (other) => "¤".repeat(other.length),
    )
}
