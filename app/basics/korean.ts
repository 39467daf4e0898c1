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
