/**
 * What may not be sold second-hand: the kinds, the reason for each, and how a title or text is read for
 * them.
 */
import { anyOf } from "#app/basics/patterns.ts"

export type BannedKind = { kind: string; label: string; reason: string }
type Rule = BannedKind & { pattern: RegExp; exception?: RegExp }

/** One word, and another right behind it. */
const nextTo = (first: RegExp, second: RegExp) => new RegExp(`(?:${first.source})\\s?(?:${second.source})`)

/*
 * A thing is banned where it is named as what is sold. What only stands beside it (a wine glass, a cigarette
 * lighter, a dog house, a gun-shaped toy) is not: `unless` names those companions, looked for in the same
 * text right around the word.
 */
const RULES: readonly Rule[] = [
  {
    kind: "alcohol",
    label: "주류",
    reason: "주류는 면허 없이 팔 수 없어요.",
    pattern:
      /소주|맥주|양주|위스키|와인|막걸리|보드카|데킬라|사케|샴페인|담금주|청주\s?\d+병|발렌타인\s?\d+년/,
    exception: anyOf(
      nextTo(
        /소주|맥주|양주|위스키|와인|막걸리|샴페인|사케/,
        anyOf(
          /잔|컵|글라스|셀러|냉장고|랙|렉|거치대|오프너|따개|디캔터|쿨러|장|바|색|컬러|빛|박스|잡지|책/,
          /안주|병따개|제조기|키트|칠러|도쿠리/,
        ),
      ),
      /(빈|공)\s?병|와인\s?(레드|버건디)|위스키\s?(향|디스펜서)|잔\s?세트/,
    ),
  },
  {
    kind: "tobacco",
    label: "담배",
    reason: "담배와 전자담배는 온라인에서 팔 수 없어요.",
    pattern:
      /(?<![가-힣])담배|전자\s?담배|아이코스|릴\s?하이브리드|궐련|시가\s?(박스|\d+개비)|말보로|액상\s?(니코틴|담배)/,
    exception:
      /담배\s?(냄새|연기|안|피우지|피지|케이스|파이프|한\s?번도|피는\s?사람\s?없)|비흡연|금연|흡연자?\s?없/,
  },
  {
    kind: "medicine",
    label: "의약품",
    reason: "의약품은 약국에서만 팔 수 있어요.",
    pattern:
      /타이레놀|게보린|판콜|처방\s?(약|전)|수면제|항생제|비아그라|시알리스|삭센다|위고비|탈모\s?약|피임약|스테로이드|다이어트\s?약|졸피뎀|연고\s?(팔|판매)|의약품/,
    exception: /약\s?통|약\s?상자|구급함|의약품\s?(보관|냉장)/,
  },
  {
    kind: "device",
    label: "의료기기",
    reason: "의료기기는 신고한 판매업자만 팔 수 있어요.",
    pattern: /혈당\s?측정기|혈당기|주사기|의료용|보청기|양압기|저주파\s?치료기|콜라겐\s?주사|필러/,
    exception: /의료용\s?(침대\s?커버|가위\s?아님)|필러\s?(블록|스크립트)/,
  },
  {
    kind: "eyewear",
    label: "도수 안경·렌즈",
    reason: "도수가 있는 안경과 렌즈는 안경원에서만 팔 수 있어요.",
    pattern:
      /도수\s?(있는|안경|렌즈|선글라스|수경|물안경)|콘택트\s?렌즈|컬러\s?렌즈|소프트\s?렌즈|돋보기\s?안경/,
    exception: /도수\s?(없는|없음|없어|넣을|넣어)|무도수|카메라/,
  },
  {
    kind: "fake",
    label: "가품",
    reason: "상표를 흉내 낸 물건은 팔 수 없어요.",
    pattern:
      /짝퉁|짭퉁|이미테이션|레플리카|미러급|(?<![가-힣])짭(?![가-힣짭])|1\s?[:：]\s?1\s?(급|제작|정품급)|가품|SA급|정품급/i,
    exception: /가품\s?(아님|아니|시|이면|일\s?경우|절대|판정|아닙)|레플리카\s?유니폼/,
  },
  {
    kind: "animal",
    label: "동물",
    reason: "살아 있는 동물은 사고팔거나 나눌 수 없어요.",
    pattern: anyOf(
      nextTo(
        anyOf(
          /강아지|고양이|새끼|햄스터|앵무새|고슴도치|토끼|거북이?|도마뱀|열대어|구피|금붕어|병아리/,
          /장수풍뎅이|푸들|말티즈|포메라니안|페르시안/,
        ),
        /(?:[를을]\s?)?(?:분양|입양|팔아|팝니다|판매|무료\s?분양|(?:한|두|세|\d+)\s?마리|데려가)/,
      ),
      /분양\s?(합니다|해요|받으실)|책임\s?비/,
    ),
    exception: /인형|피규어|아파트|오피스텔|상가/,
  },
  {
    kind: "bag",
    label: "종량제 봉투",
    reason: "종량제 봉투는 지정된 판매소에서만 팔 수 있어요.",
    pattern: /종량제|쓰레기\s?봉투\s?\d+\s?(l|리터)|음식물\s?봉투|폐기물\s?스티커/i,
    exception: /종량제\s?(봉투\s?)?(거치|걸이|휴지통|쓰레기통)/,
  },
  {
    kind: "food",
    label: "수제 식품·건강기능식품",
    reason: "신고 없이 만든 음식과 건강기능식품은 팔 수 없어요.",
    pattern: anyOf(
      /수제\s?(청|잼|쿠키|빵|반찬|간식|김치|도시락|육포|맥주|케이크|젓갈|만두|떡)/,
      /직접\s?(담근|담은|만든)\s?(김치|장|청|반찬|된장|고추장|간장)|홍삼|비타민제|유산균|오메가\s?3|프로틴\s?파우더|건강\s?기능\s?식품/,
    ),
    exception: /홍삼\s?(제조기|기계|중탕기|박스\s?빈)|틀|몰드|책|만들기\s?(세트|도구)|기계/,
  },
  {
    kind: "personal",
    label: "개인정보·계정",
    reason: "신분증, 통장, 계정처럼 개인정보가 담긴 것은 팔 수 없어요.",
    pattern: anyOf(
      /신분증|주민\s?등록증|운전\s?면허증|여권|통장\s?(판매|팝|삽|대여)|대포\s?(통장|폰)|유심\s?(팝|판매|삽)/,
      /(게임|넷플릭스|네이버|카카오|인스타)\s?계정|아이디\s?(팝|판매|팔아)/,
    ),
    exception:
      /(여권|신분증|면허증)\s?(케이스|지갑|커버|파우치|홀더|가방)|계정\s?(초기화|로그아웃|삭제|해제|연동\s?해제|없)/,
  },
  {
    kind: "adult",
    label: "성인용품",
    reason: "성인용품은 팔 수 없어요.",
    pattern:
      /성인\s?(용품|기구|영상|잡지)|자위\s?기구|리얼돌|콘돔|입던\s?(속옷|팬티|스타킹)|(속옷|팬티|스타킹)\s?입던/,
  },
  {
    kind: "weapon",
    label: "무기",
    reason: "총기와 도검, 위험물은 팔 수 없어요.",
    pattern:
      /(?<![가-힣])(공기총|엽총|권총|가스총|석궁|도검|일본도|너클|전기\s?충격기|테이저건|최루\s?스프레이|호신용\s?스프레이|화약|폭죽|실탄)/,
    exception: /장난감|물총|피규어|모형|프라모델|비비탄|레고|나무로/,
  },
  {
    kind: "money",
    label: "현금·상품권",
    reason: "현금, 상품권, 금융 상품은 거래할 수 없어요.",
    pattern:
      /상품권|기프티콘|기프트\s?카드|외화|환전|달러\s?(팝|판매|삽)|비트코인|코인\s?(팝|판매|거래)|문화\s?상품권|포인트\s?(팝|판매|양도)|마일리지\s?(팝|판매|양도)/,
    exception: /상품권\s?(봉투|아님|안\s?받|교환\s?안)|기념\s?(주화|화폐)|코인\s?(세탁|노래|케이스|지갑)/,
  },
  {
    kind: "car",
    label: "자동차·등록이 필요한 것",
    reason: "등록이 필요한 것은 여기서 거래할 수 없어요.",
    pattern:
      /(중고차|자동차)\s?(팝니다|판매합니다|팔아요)|분양권|당첨권|(암표|콘서트\s?(티켓|표)\s?(웃돈|프리미엄))/,
  },
]

/** The list people read: everything that is refused, with its reason. */
export const BANNED_KINDS: readonly BannedKind[] = RULES.map(({ kind, label, reason }) => ({
  kind,
  label,
  reason,
}))

const CONTEXT_LENGTH = 10

/**
 * The kinds of banned goods that `text` seems to offer, each once, in the order of the list; empty for most.
 */
export function findBannedKinds(text: string): BannedKind[] {
  const normalized = text.normalize("NFC").replace(/\s+/g, " ")
  return RULES.filter(({ pattern, exception }) => {
    for (const match of normalized.matchAll(new RegExp(pattern.source, `g${pattern.flags}`))) {
      const context = normalized.slice(
        Math.max(0, match.index - CONTEXT_LENGTH),
        match.index + match[0].length + CONTEXT_LENGTH,
      )
      if (!exception?.test(context)) return true
    }
    return false
  }).map(({ kind, label, reason }) => ({ kind, label, reason }))
}

/** The sentence for a form that offers something banned, or null. */
export function getBannedProblem(text: string): string | null {
  const [first] = findBannedKinds(text)
  return first ? `${first.reason} 다른 물건이라면 낱말을 바꿔 써 주세요.` : null
}
