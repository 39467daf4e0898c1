/**
 * What is agreed to, and what each consent says: purpose, items, period and the right to refuse (개인정보
 * 보호법).
 */

const CONSENT_KINDS = ["terms", "privacy", "age14", "marketing", "location"] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

export type Consent = {
  kind: ConsentKind
  title: string
  required: boolean
  /** Changes whenever the text does; kept with every answer. */
  version: string
  /** One sentence, or the table that the law asks for. */
  text: string
  table: { purpose: string; items: string; period: string; refusal: string } | null
}

export const CONSENTS: readonly Consent[] = [
  {
    kind: "terms",
    title: "이용약관",
    required: true,
    version: "2026-11-01",
    text: "바로일당은 회원 사이의 거래를 잇는 통신판매중개자이며, 회원은 사실에 맞는 정보를 등록하고 다른 회원을 존중하며 서비스를 이용합니다. 자세한 내용은 이용약관에 있습니다.",
    table: null,
  },
  {
    kind: "privacy",
    title: "개인정보 수집·이용",
    required: true,
    version: "2026-11-01",
    text: "회원가입과 서비스 제공에 필요한 만큼만 수집합니다.",
    table: {
      purpose: "회원 확인, 견적·거래 연결, 고객 문의 처리, 부정 이용 방지",
      items: "이메일, 비밀번호(암호화), 이름, 휴대폰 번호, 지역, 접속 기록",
      period:
        "회원 탈퇴 때까지. 법이 정한 거래 기록은 그 기간 동안 따로 보관(계약·결제 5년, 분쟁 처리 3년, 접속 기록 3개월)",
      refusal: "동의를 거부할 수 있으나, 거부하면 회원가입을 할 수 없습니다.",
    },
  },
  {
    kind: "age14",
    title: "만 14세 이상",
    required: true,
    version: "2026-11-01",
    text: "만 14세 미만은 가입할 수 없습니다.",
    table: null,
  },
  {
    kind: "marketing",
    title: "혜택·이벤트 소식 받기",
    required: false,
    version: "2026-11-01",
    text: "광고는 (광고) 표시와 함께 보내며 언제든 내 정보에서 그만 받을 수 있습니다. 밤 9시부터 아침 8시까지는 보내지 않습니다.",
    table: {
      purpose: "혜택, 이벤트, 새 서비스 안내",
      items: "이메일, 휴대폰 번호",
      period: "동의를 거둘 때 또는 회원 탈퇴 때까지",
      refusal: "동의하지 않아도 모든 서비스를 이용할 수 있습니다.",
    },
  },
  {
    kind: "location",
    title: "위치 정보 이용",
    required: false,
    version: "2026-11-24",
    text: "직접 고른 지역으로 가까운 전문가와 물건을 먼저 보여 드립니다. 기기의 위치(GPS)는 동네 인증을 누를 때만 받아 동네의 중심과 견주고, 저장하거나 기록하지 않습니다.",
    table: {
      purpose: "동네 맞춤 추천, 동네 인증",
      items: "직접 고른 시·군·구, 동네 인증의 결과와 시각",
      period: "동의를 거둘 때 또는 회원 탈퇴 때까지",
      refusal: "동의하지 않아도 모든 서비스를 이용할 수 있습니다.",
    },
  },
]

/** Given and taken back on /my-info. */
export const OPTIONAL_CONSENTS = ["marketing", "location"] as const satisfies readonly ConsentKind[]
export const getConsent = (kind: ConsentKind): Consent => {
  const found = CONSENTS.find((consent) => consent.kind === kind)
  if (!found) throw new RangeError(`no such consent: ${kind}`)
  return found
}
/** Names of the consents that stand in a person's history, also those given elsewhere. */
export const getConsentTitle = (kind: string): string =>
  CONSENTS.find((consent) => consent.kind === kind)?.title ??
  (kind === "third_party" ? "개인정보 제3자 제공" : kind)
