/** The jobs at our company in the demo town. */

export type CareerSeed = {
  title: string
  team: "product" | "design" | "operations" | "business"
  employment: "정규직" | "계약직" | "인턴" | "파트타임"
  place: string
  closesIn: number | null
  days: number
  state?: "draft" | "archived"
  doing: string[]
  wanted: string[]
  nice: string[]
}

const seoul = "서울 서초구 반포대로"
export const CAREERS: readonly CareerSeed[] = [
  {
    title: "서버 엔지니어",
    team: "product",
    employment: "정규직",
    place: seoul,
    closesIn: null,
    days: 12,
    doing: [
      "견적과 주문, 결제가 어긋나지 않는 시스템을 만들어요.",
      "초당 요청이 늘어도 화면이 느려지지 않게 해요.",
      "장애를 기록하고 같은 일이 다시 생기지 않게 고쳐요.",
    ],
    wanted: ["데이터베이스의 잠금과 트랜잭션을 설명할 수 있는 분", "읽기 쉬운 코드를 쓰는 분"],
    nice: ["PostgreSQL을 깊게 다뤄 본 경험"],
  },
  {
    title: "프론트엔드 엔지니어",
    team: "product",
    employment: "정규직",
    place: seoul,
    closesIn: null,
    days: 12,
    doing: ["누구나 어디서나 쓸 수 있는 화면을 만들어요.", "느린 휴대폰에서도 빠르게 열리게 해요."],
    wanted: ["웹 표준과 접근성을 이해하는 분", "디자이너와 함께 화면을 다듬어 본 분"],
    nice: ["스크린 리더로 직접 써 본 경험"],
  },
  {
    title: "데이터 분석가",
    team: "product",
    employment: "정규직",
    place: seoul,
    closesIn: 24,
    days: 20,
    doing: ["어떤 견적이 선택되는지 밝혀 전문가에게 도움을 줘요.", "지역마다 모자란 분야를 찾아요."],
    wanted: ["질문을 숫자로 바꾸고 숫자를 문장으로 바꾸는 분", "SQL을 편하게 쓰는 분"],
    nice: ["실험 설계 경험"],
  },
  {
    title: "제품 디자이너",
    team: "design",
    employment: "정규직",
    place: seoul,
    closesIn: null,
    days: 8,
    doing: ["어렵고 낯선 집수리를 쉬운 질문으로 바꿔요.", "글과 화면을 함께 다듬어요."],
    wanted: ["사용자를 직접 만나고 관찰하는 분", "포트폴리오에서 이유를 설명할 수 있는 분"],
    nice: ["모션이나 일러스트를 만들어 본 경험"],
  },
  {
    title: "UX 라이터",
    team: "design",
    employment: "계약직",
    place: seoul,
    closesIn: 15,
    days: 10,
    doing: [
      "1년 계약이고, 끝날 때 정규직 전환을 함께 의논해요.",
      "오류 문구에 원인과 할 일을 담아요.",
      "서비스 말투를 지키고 가꿔요.",
    ],
    wanted: ["짧고 정확한 문장을 쓰는 분"],
    nice: ["법률 문서를 쉬운 말로 옮겨 본 경험"],
  },
  {
    title: "고객 상담 매니저",
    team: "operations",
    employment: "정규직",
    place: seoul,
    closesIn: 30,
    days: 5,
    doing: ["전화와 문의로 고객과 전문가를 도와요.", "반복되는 문제를 제품팀에 알려요."],
    wanted: ["끝까지 듣고 정확히 쓰는 분"],
    nice: ["분쟁 조정이나 소비자 상담 경험"],
  },
  {
    title: "주말 고객 상담원",
    team: "operations",
    employment: "파트타임",
    place: seoul,
    closesIn: 12,
    days: 4,
    doing: ["토·일 10시부터 17시까지 문의에 답해요."],
    wanted: ["침착하게 안내할 수 있는 분"],
    nice: [],
  },
  {
    title: "전문가 심사 담당",
    team: "operations",
    employment: "정규직",
    place: seoul,
    closesIn: null,
    days: 28,
    doing: ["사업자와 자격증을 확인하고 심사 기준을 다듬어요.", "부정한 후기와 계정을 찾아요."],
    wanted: ["꼼꼼하고 공정한 분"],
    nice: ["건설·설비 현장 경험"],
  },
  {
    title: "분쟁 조정 담당",
    team: "operations",
    employment: "정규직",
    place: seoul,
    closesIn: 40,
    days: 16,
    doing: ["작업과 거래의 다툼을 기록으로 살펴 조정안을 만들어요."],
    wanted: ["전자상거래법과 소비자분쟁해결기준을 아는 분"],
    nice: ["법률·보험 손해사정 경험"],
  },
  {
    title: "지역 사업 개발 매니저",
    team: "business",
    employment: "정규직",
    place: "부산 해운대구",
    closesIn: 21,
    days: 9,
    doing: ["영남권의 전문가와 판매자를 만나요.", "지자체 집수리 지원 사업과 연결해요."],
    wanted: ["전문가와 판매자를 직접 찾아가 만나는 일이 익숙한 분", "영남권을 자주 다닐 수 있는 분"],
    nice: ["집수리·인테리어 업계 경험"],
  },
  {
    title: "사업 개발 인턴",
    team: "business",
    employment: "인턴",
    place: seoul,
    closesIn: 7,
    days: 3,
    doing: ["입점 판매자를 찾고 등록을 도와요."],
    wanted: ["여섯 달 동안 주 5일 함께할 수 있는 분", "판매자의 이야기를 잘 듣고 정리하는 분"],
    nice: [],
  },
  {
    title: "정산 담당",
    team: "business",
    employment: "정규직",
    place: seoul,
    closesIn: null,
    days: 50,
    state: "archived",
    doing: ["판매자 정산을 확인해요."],
    wanted: ["숫자 하나도 그냥 넘기지 않는 분"],
    nice: [],
  },
]
