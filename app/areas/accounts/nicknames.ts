/** What a nickname may be, and the words that pleasant ones are made of (decision 081). */
import { hasContact } from "../../basics/contacts.ts"
import { countCharacters, parsedField, requiredString } from "../../basics/form-fields.ts"
import { DAY_MS } from "../../basics/time.ts"

const NICKNAME = { min: 2, max: 12, changeEveryMs: 30 * DAY_MS } as const

export const NICKNAME_TAKEN = {
  sentence: "이미 쓰고 있는 별명이에요. 다른 별명을 써 주세요.",
  status: 409,
} as const

const FIRST_WORDS = [
  "느린",
  "맑은",
  "포근한",
  "새벽",
  "햇살",
  "조용한",
  "다정한",
  "씩씩한",
  "반가운",
  "동네",
  "골목",
  "수줍은",
  "푸른",
  "하얀",
  "노란",
  "작은",
  "커다란",
  "따뜻한",
  "시원한",
  "구수한",
  "달콤한",
  "보송한",
  "부지런한",
  "느긋한",
  "엉뚱한",
  "슬기로운",
  "재빠른",
  "든든한",
  "싱그러운",
  "말랑한",
  "폭신한",
  "반짝",
  "봄날",
  "가을",
  "겨울",
  "여름",
  "아침",
  "저녁",
  "주말",
  "산책",
  "바닷가",
  "언덕",
  "창가",
  "옥상",
  "정겨운",
  "촉촉한",
  "바삭한",
  "고소한",
  "웃는",
  "꿈꾸는",
] as const

const SECOND_WORDS = [
  "고양이",
  "강아지",
  "감자",
  "고구마",
  "다람쥐",
  "토끼",
  "나무",
  "구름",
  "바람",
  "호수",
  "사과",
  "참새",
  "두부",
  "도토리",
  "옥수수",
  "펭귄",
  "수달",
  "여우",
  "곰돌이",
  "거북이",
  "부엉이",
  "오리",
  "당근",
  "호박",
  "완두콩",
  "복숭아",
  "살구",
  "자두",
  "앵두",
  "만두",
  "찐빵",
  "호떡",
  "식빵",
  "라떼",
  "보리차",
  "주전자",
  "우산",
  "자전거",
  "돌멩이",
  "조약돌",
  "나뭇잎",
  "민들레",
  "해바라기",
  "솔방울",
  "반달",
  "별빛",
  "노을",
  "모카",
  "코코아",
  "붕어빵",
] as const

/** Words of somebody who speaks for the house, for an office or for a bank, and of who has left. */
const MISLEADING_PATTERN = new RegExp(
  "관리자|관리팀|관리인|운영자|운영진|운영팀|운영|바로일당|고객센터|고객지원|상담원|상담사|공식|본사|매니저|어드민|" +
    "시스템|직원|담당자|인증전문가|안심결제|정산팀|경찰|검찰|법원|구청|시청|은행|금감원|국세청|고용노동부|" +
    "탈퇴한|알수없는|admin|official|support|staff|system|manager|operator|baroildang|moderator",
)

const CONTACT_PATTERN =
  /카톡|카카오|텔레그램|오픈채팅|옾챗|라인아이디|인스타|톡아이디|공일공|010|http|www|gmail|naver|kakao|insta|telegram/

const RUDE_PATTERN = new RegExp(
  "씨발|시발|씨팔|쌍년|썅|병신|븅신|지랄|좆|존나|새끼|개새|니미|느금|엠창|창녀|걸레년|화냥|보지|자지|섹스|야동|강간|" +
    "포르노|조건만남|일베|메갈|한남충|맘충|급식충|틀딱|홍어|깜둥이|짱깨|쪽바리|도박|토토|바카라|카지노|대출|작업대출|" +
    "마약|필로폰|대마초|성매매|fuck|shit|bitch|sex|porn|nazi",
)

/** The nickname in the one form in which two are compared. */
export const toNicknameKey = (nickname: string): string => nickname.normalize("NFC").toLowerCase()

/** What is wrong with a nickname, as a sentence; null for one that may be taken. */
export function getNicknameProblem(nickname: string): string | null {
  const length = countCharacters(nickname)
  if (length < NICKNAME.min || length > NICKNAME.max)
    return `별명은 ${NICKNAME.min}~${NICKNAME.max}자로 써 주세요.`
  if (!/^[가-힣a-z0-9]+$/i.test(nickname)) return "별명은 띄어쓰기 없이 한글, 영문, 숫자로 써 주세요."
  if (!/[가-힣a-z]/i.test(nickname)) return "숫자만으로는 별명을 만들 수 없어요. 글자를 섞어 주세요."
  const key = toNicknameKey(nickname)
  if (
    (key.match(/\d/g) ?? []).length > 4 ||
    /[공영일이삼사오육륙칠팔구]{7,}/.test(key) ||
    CONTACT_PATTERN.test(key) ||
    hasContact(nickname)
  )
    return "별명에는 전화번호나 연락처를 쓸 수 없어요."
  // 바로1당 and 관2리자 are read as they are meant.
  const readings = [key, key.replaceAll("1", "일").replaceAll("0", "o"), key.replace(/\d/g, "")]
  if (readings.some((reading) => MISLEADING_PATTERN.test(reading)))
    return "운영자나 기관으로 오해할 수 있는 별명은 쓸 수 없어요."
  return readings.some((reading) => RUDE_PATTERN.test(reading))
    ? "이웃이 불편해할 수 있는 낱말이 들어 있어요. 다른 별명을 써 주세요."
    : null
}

/** The field of a form; null where it is empty: the server then suggests a nickname, or keeps the present. */
export const nicknameField = () =>
  parsedField<string | null>(requiredString("별명").optional().default(""), (typed) => {
    const nickname = typed.normalize("NFC").trim()
    if (nickname === "") return { value: null }
    const problem = getNicknameProblem(nickname)
    return problem === null ? { value: nickname } : { problem }
  })

const pick = (words: readonly string[], random: () => number): string =>
  words[Math.floor(random() * words.length)] ?? ""

/** A pair of words, such as "느린고양이"; `random` gives numbers from 0 to 1. */
export const composeNickname = (random: () => number): string =>
  pick(FIRST_WORDS, random) + pick(SECOND_WORDS, random)

/** `nickname` with a number behind it, shortened where both would be too long. */
export function numberNickname(nickname: string, number: number): string {
  const digits = String(number)
  return [...nickname].slice(0, NICKNAME.max - digits.length).join("") + digits
}

/** When a nickname may be changed again; null for now. The first change is free at any time. */
export function getNextNicknameChange(changedAt: Date | null, at: Date): Date | null {
  if (changedAt === null) return null
  const next = new Date(changedAt.getTime() + NICKNAME.changeEveryMs)
  return next > at ? next : null
}
