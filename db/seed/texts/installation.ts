/** Owns what people of the town ask and say about installing things. */
import type { CategorySeed, Home } from "../shapes.ts"

const anyHome: readonly Home[] = ["아파트", "아파트", "빌라", "오피스텔", "투룸"]

export const installation: CategorySeed = {
  category: "installation",
  services: [
    {
      service: "aircon", weight: 14, trades: ["aircon"], homes: anyHome, days: [1, 1], warrantyMonths: [6, 12, 12],
      cases: [
        { title: "벽걸이 에어컨 이전 설치 (배관 {5|7}m 정도)", text: "이사하면서 떼어 왔어요. 실외기는 베란다 난간에 달아야 해요.", answers: { "aircon-work": "move", "aircon-kind": "wall", "aircon-outdoor": "rail" }, site: ["site-old-aircon"], after: ["aircon-wall"], price: [18, 27],
          lines: [["이전 설치", "대", 0.5, 1], ["동배관", "m", 0.35, 5], ["가스 보충", "회", 0.15]] },
        { title: "스탠드 에어컨 옮겨 달아 주세요", text: "같은 시 안에서 이사해요. 떼는 것과 다는 것을 한 분께 맡기고 싶어요.", answers: { "aircon-work": "move", "aircon-kind": "stand", "aircon-outdoor": "room" }, site: ["moving-boxes"], after: ["aircon-stand"], price: [25, 35] },
        { title: "새로 산 벽걸이 에어컨 설치", text: "택배로 받았고 아직 상자에 있어요. 방에 타공이 필요해요.", answers: { "aircon-work": "new", "aircon-kind": "wall", "aircon-outdoor": "wall" }, after: ["aircon-wall"], price: [16, 26] },
        { title: "2 in 1 에어컨 설치 견적 부탁드려요", text: "거실 스탠드와 안방 벽걸이예요. 매립 배관이 있는 집이에요.", answers: { "aircon-work": "new", "aircon-kind": "two", "aircon-outdoor": "room" }, site: ["site-empty-room"], after: ["aircon-stand", "aircon-wall"], price: [32, 46] },
        { title: "에어컨이 시원하지 않아요", text: "{작년|재작년}에 설치했는데 미지근한 바람만 나와요. 가스가 샌 것 같아요.", answers: { "aircon-work": "gas", "aircon-kind": "wall", "aircon-outdoor": "wall" }, site: ["site-old-aircon"], after: ["aircon-wall"], price: [7, 13] },
      ],
      lines: [["설치", "대", 0.6, 1], ["배관·부자재", "식", 0.3], ["진공·시운전", "회", 0.1]],
      included: ["진공 작업", "시운전", "기본 배관 5m", "배수 점검"], excluded: ["앵글 제작", "추가 배관", "위험 수당", "콘센트 증설"],
      messages: ["배관 길이는 현장에서 줄자로 재서 보여 드리고 m당 금액만 받아요.", "진공을 20분 이상 잡아야 오래 가요. 생략하지 않아요.", "난간 앵글은 녹슬지 않는 것으로 달아요.", "가스만 넣지 않고 새는 곳부터 찾아요."],
      praise: ["배관 길이를 같이 재서 추가금 걱정이 없었어요.", "타공 먼지를 청소기로 받으면서 하셨어요.", "실외기 소리가 훨씬 조용해졌어요.", "가스 새는 곳을 찾아서 고쳐 주시니 바로 시원해졌어요.", "설명서보다 쉽게 사용법을 알려 주셨어요.", "배수 호스 기울기까지 확인해 주셨어요."],
    },
    {
      service: "tv", weight: 7, trades: ["tv"], homes: anyHome, days: [1, 1], warrantyMonths: [6, 12],
      cases: [
        { title: "{55|65}인치 TV 벽걸이, 선 안 보이게", text: "거실 아트월이 대리석이에요. 셋톱박스 선까지 정리해 주세요.", answers: { "tv-size": "middle", wall: "tile", "tv-cable": "inside", goods: "own" }, site: ["living-balcony-before"], after: ["tv-wall-grey"], price: [11, 18] },
        { title: "75인치 TV 석고보드 벽에 걸 수 있을까요?", text: "보강이 필요한지 봐 주세요. 브래킷은 상하 조절되는 것으로요.", answers: { "tv-size": "large", wall: "plaster", "tv-cable": "cover", goods: "own" }, after: ["tv-wall-green"], price: [15, 24] },
        { title: "안방 TV 벽걸이 이전", text: "거실에서 쓰던 43인치예요. 콘센트가 조금 멀어요.", answers: { "tv-size": "small", wall: "concrete", "tv-cable": "cover", goods: "own" }, after: ["tv-wall-grey"], price: [8, 13] },
      ],
      lines: [["벽걸이 설치", "대", 0.6, 1], ["브래킷", "개", 0.25, 1], ["선 정리", "식", 0.15]],
      included: ["수평 맞춤", "선 정리", "타공 먼지 청소"], excluded: ["매립 배선", "브래킷 업그레이드", "콘센트 신설"],
      messages: ["벽 속을 탐지기로 확인하고 뚫어요.", "앉는 자리에서 눈높이를 재서 높이를 정해요.", "대리석은 전용 날로 천천히 뚫어서 깨지지 않아요."],
      praise: ["선이 하나도 안 보여요.", "소파에 앉아서 높이를 세 번이나 맞춰 보셨어요.", "대리석이라 걱정했는데 금 하나 없이 끝났어요.", "떼어 낸 스탠드까지 포장해 주셨어요."],
    },
    {
      service: "appliance", weight: 6, trades: ["tv", "electric"], homes: anyHome, days: [1, 1], warrantyMonths: [3, 6],
      cases: [
        { title: "건조기 세탁기 위로 올려 주세요", text: "앵글은 사 두었어요. 베란다가 좁아요.", answers: { "appliance-kind": "washer", "appliance-place": "ready", goods: "own" }, after: ["clean-bath"], price: [7, 12] },
        { title: "식기세척기 빌트인 설치", text: "싱크대 장 하나를 잘라야 해요. 급수와 배수 연결도 부탁드려요.", answers: { "appliance-kind": "dishwasher", "appliance-place": "cabinet", goods: "coming" }, site: ["kitchen-green-before"], after: ["kitchen-green"], price: [16, 26] },
        { title: "가스레인지 떼고 인덕션 설치", text: "전기 용량이 되는지 먼저 봐 주세요. 3구 인덕션이에요.", answers: { "appliance-kind": "hob", "appliance-place": "pipe", goods: "own" }, site: ["clean-kitchen-before"], after: ["kitchen-white"], price: [14, 25] },
      ],
      lines: [["설치", "식", 0.7], ["자재", "식", 0.3]],
      included: ["수평 맞춤", "배관 연결", "시운전"], excluded: ["전기 증설", "상판 재단"],
      messages: ["계량기와 차단기 용량을 먼저 확인하고 단독 배선을 권해 드려요.", "장을 자른 단면은 마감재를 붙여 깔끔하게 해요."],
      praise: ["탈수할 때 흔들림이 없어졌어요.", "자른 단면이 처음부터 그랬던 것처럼 깔끔해요.", "차단기 용량까지 재 보고 안전하게 해 주셨어요."],
    },
    {
      service: "light", weight: 8, trades: ["electric"], homes: anyHome, days: [1, 1], warrantyMonths: [6, 12],
      cases: [
        { title: "거실등과 방등 {네|다섯} 개 교체", text: "전등은 주문해 두었어요. 천장이 조금 높아요.", answers: { "light-kind": "ceiling", "light-count": "5", goods: "own" }, site: ["site-broken-light"], after: ["electric-light"], price: [13, 21] },
        { title: "식탁등 하나 달아 주세요", text: "줄 길이를 조절해야 해요. 천장 자국도 가려지면 좋겠어요.", answers: { "light-kind": "pendant", "light-count": "1", goods: "own" }, after: ["veranda-cafe"], price: [4, 7] },
        { title: "현관 센서등이 안 꺼져요, 교체해 주세요", text: "하루 종일 켜져 있어요. 제품도 준비해 주세요.", answers: { "light-kind": "sensor", "light-count": "1", goods: "expert" }, after: ["entry-glass"], price: [5, 9] },
        { title: "가게에 레일 조명 {여섯|여덟} 개", text: "진열대 위를 밝게 하고 싶어요. 레일부터 달아야 해요.", answers: { "light-kind": "rail", "light-count": "8", goods: "expert" }, after: ["veranda-cafe"], price: [28, 46] },
      ],
      lines: [["설치", "개", 0.7, 4], ["부자재", "식", 0.3]],
      included: ["기존 등 떼기", "결선·절연", "점등 확인"], excluded: ["배선 연장", "천장 보수"],
      messages: ["등 무게를 보고 천장 보강이 필요한지부터 확인해요.", "떼어 낸 등은 분리배출까지 해 드려요.", "스위치도 함께 보면서 깜빡임을 잡아 드릴게요."],
      praise: ["다섯 개를 한 시간 만에 다 달아 주셨어요.", "천장 자국까지 가려 주셨어요.", "깜빡임 원인이 스위치였다고 같이 고쳐 주셨어요.", "높이를 여러 번 맞춰 주셔서 식탁 분위기가 좋아요."],
    },
    {
      service: "furniture", weight: 9, trades: ["furniture"], homes: ["아파트", "오피스텔", "원룸", "투룸", "사무실"], days: [1, 1], warrantyMonths: [1, 3],
      cases: [
        { title: "책상과 옷장 조립해 주세요", text: "상자 {여섯|여덟} 개가 왔는데 엄두가 안 나요. 공구도 없어요.", answers: { "furniture-kind": ["desk", "wardrobe"], "furniture-count": "2", "furniture-old": "no" }, site: ["site-box-pile"], after: ["bedroom-wardrobe", "bedroom-study"], price: [11, 19] },
        { title: "침대 조립하고 헌 침대 버려 주세요", text: "퀸 사이즈 서랍 침대예요. 헌 침대는 프레임만 있어요.", answers: { "furniture-kind": ["bed"], "furniture-count": "1", "furniture-old": "yes" }, site: ["site-waste-furniture"], after: ["bedroom-lilac"], price: [9, 16] },
        { title: "사무실 책상 {열|열두} 개 조립", text: "금요일에 배송이 와요. 배치도를 드릴게요.", answers: { "furniture-kind": ["desk", "chair"], "furniture-count": "12", "furniture-old": "no" }, after: ["bedroom-study"], price: [32, 50], homes: ["사무실"] },
        { title: "책장 벽 고정까지 부탁드려요", text: "아이가 매달릴까 걱정돼요. 2m짜리 세 개예요.", answers: { "furniture-kind": ["shelf"], "furniture-count": "3", "furniture-old": "no" }, after: ["bedroom-study"], price: [8, 14] },
      ],
      lines: [["조립", "개", 0.85, 2], ["출장", "회", 0.15]],
      included: ["조립", "수평·문 조정", "포장재 정리"], excluded: ["부품 분실", "벽 타공"],
      messages: ["설명서 사진을 보내 주시면 시간을 미리 알려 드려요.", "포장재는 접어서 분리배출까지 해 드려요.", "벽 고정 철물을 챙겨 갈게요."],
      praise: ["두 시간 만에 옷장이 서 있었어요.", "문 수평까지 딱 맞춰 주셨어요.", "상자와 스티로폼을 모두 치워 주셨어요.", "혼자 했으면 주말이 다 갔을 거예요."],
    },
    {
      service: "cctv", weight: 4, trades: ["electric", "tv"], homes: ["상가", "단독주택", "사무실"], days: [1, 1], warrantyMonths: [12],
      cases: [
        { title: "작은 가게 CCTV {세|네} 대 설치", text: "계산대와 출입구, 창고예요. 휴대폰으로 보고 싶어요.", answers: { "cctv-place": "shop", "cctv-count": "4", "cctv-net": "phone", goods: "expert" }, price: [52, 82] },
        { title: "마당과 주차장에 카메라 {두|세} 대", text: "밤에도 잘 보이면 좋겠어요. 전원 콘센트가 한 곳뿐이에요.", answers: { "cctv-place": "yard", "cctv-count": "2", "cctv-net": "phone", goods: "expert" }, price: [38, 60] },
        { title: "사무실 출입구 CCTV 하나", text: "녹화가 30일쯤 남으면 돼요. 화면은 필요 없어요.", answers: { "cctv-place": "office", "cctv-count": "1", "cctv-net": "phone", goods: "expert" }, price: [22, 36] },
      ],
      lines: [["카메라", "대", 0.5, 2], ["녹화기·저장장치", "식", 0.25], ["배선·설치", "식", 0.25]],
      included: ["앱 설정", "안내판", "배선 정리"], excluded: ["월 요금제", "전기 증설"],
      messages: ["사각지대를 도면에 그려서 보여 드려요.", "안내판 붙이는 법까지 알려 드려요. 법으로 정해져 있어요."],
      praise: ["밤에도 번호판이 보여요.", "앱 쓰는 법을 어머니께도 천천히 알려 주셨어요.", "선이 하나도 안 늘어져 있어요."],
    },
    {
      service: "door-lock", weight: 6, trades: ["door", "electric"], homes: anyHome, days: [1, 1], warrantyMonths: [12],
      cases: [
        { title: "현관 도어락 교체, 지문 되는 것으로", text: "아이가 비밀번호를 자꾸 잊어요. 보조키도 함께 바꾸고 싶어요.", answers: { "lock-work": "replace", "lock-door": "steel", goods: "expert" }, site: ["entry-door-before"], after: ["entry-door"], price: [17, 29] },
        { title: "도어락이 눌러도 반응이 없어요", text: "건전지를 바꿔도 그대로예요. 오늘 안에 와 주시면 좋겠어요.", answers: { "lock-work": "broken", "lock-door": "steel", goods: "expert" }, site: ["entry-door-before"], after: ["entry-door"], price: [6, 14] },
        { title: "유리문에 무타공 도어락", text: "작업실 유리문이에요. 구멍을 못 내는 곳이에요.", answers: { "lock-work": "new", "lock-door": "glass", goods: "expert" }, after: ["entry-glass"], price: [16, 26] },
      ],
      lines: [["도어락", "개", 0.7, 1], ["설치", "식", 0.3]],
      included: ["기존 제품 떼기", "지문 등록", "사용법 안내"], excluded: ["문 수리", "구멍 막음판"],
      messages: ["국내 정품만 쓰고 설치 확인서를 드려요.", "구멍 자국은 덮개판으로 가려 드려요."],
      praise: ["지문 등록까지 식구마다 다 해 주셨어요.", "문 닫히는 소리가 부드러워졌어요.", "저녁 8시에도 와 주셨어요."],
    },
    {
      service: "bath-kitchen", weight: 6, trades: ["bath", "leak"], homes: anyHome, days: [1, 1], warrantyMonths: [6, 12],
      cases: [
        { title: "비데 설치해 주세요", text: "변기 옆에 콘센트는 있어요. 헌 비데는 버려 주세요.", answers: { "water-kind": ["bidet"], "water-old": "yes", goods: "own" }, site: ["bath-shower-before"], after: ["bath-mint"], price: [5, 8] },
        { title: "주방 수전 교체하고 정수기 연결", text: "수전에서 물이 새요. 정수기는 언더싱크예요.", answers: { "water-kind": ["tap", "water"], "water-old": "yes", goods: "own" }, site: ["site-leaking-sink"], after: ["plumbing-faucet"], price: [9, 15] },
        { title: "해바라기 샤워기로 바꾸고 싶어요", text: "수압이 약한 편이라 괜찮을지 봐 주세요.", answers: { "water-kind": ["shower"], "water-old": "keep", goods: "coming" }, after: ["bath-shower"], price: [7, 13] },
      ],
      lines: [["설치", "식", 0.75], ["부속", "식", 0.25]],
      included: ["누수 확인", "기존 제품 떼기", "실리콘"], excluded: ["제품값", "콘센트 신설"],
      messages: ["수압을 재 보고 맞지 않으면 솔직히 말씀드려요.", "앵글 밸브가 낡았으면 함께 바꾸는 게 안전해요."],
      praise: ["물 새던 곳까지 말끔히 고쳐 주셨어요.", "수압을 재 보고 맞는 제품을 알려 주셨어요.", "십오 분 만에 끝나서 놀랐어요."],
    },
    {
      service: "other", weight: 5, trades: ["furniture", "tv"], homes: anyHome, days: [1, 1], warrantyMonths: [1, 3],
      cases: [
        { title: "빨래건조대와 커튼봉 달아 주세요", text: "콘크리트 천장이라 혼자 못 뚫겠어요. 모두 세 군데예요.", answers: { "other-kind": ["rack", "rod"], wall: "concrete", goods: "own" }, after: ["veranda-garden"], price: [7, 12] },
        { title: "거울과 액자 {다섯|일곱} 개 걸기", text: "큰 거울은 무거워요. 자리는 테이프로 표시해 둘게요.", answers: { "other-kind": ["mirror"], wall: "plaster", goods: "own" }, after: ["living-navy"], price: [8, 14] },
        { title: "욕실 안전손잡이 {두|세} 개", text: "할머니가 쓰실 거라 튼튼해야 해요.", answers: { "other-kind": ["handle"], wall: "tile", goods: "expert" }, site: ["bath-shower-before"], after: ["bath-shower"], price: [9, 16] },
      ],
      lines: [["타공·설치", "곳", 0.8, 3], ["철물", "식", 0.2]],
      included: ["앙카·나사", "수평 맞춤", "먼지 청소"], excluded: ["벽 보강", "제품값"],
      messages: ["벽 재질에 맞는 앙카를 종류별로 가지고 다녀요.", "무게를 달아 보고 안전한 자리를 찾아 드려요."],
      praise: ["액자 줄이 자로 잰 듯 반듯해요.", "할머니가 잡고 일어나셔도 끄떡없어요.", "먼지 하나 안 남기고 가셨어요."],
    },
  ],
  tails: ["저녁이나 주말이면 언제든 좋아요.", "제품 사진을 더 보내 드릴 수 있어요.", "벽을 뚫어도 되는 집이에요.", "전세라 구멍이 최소였으면 해요.", "설치하고 사용법도 알려 주세요.", "주차 자리가 넉넉해요.", "관리사무소에 미리 말해 두었어요.",
    "혼자 사는 집이라 시간을 꼭 지켜 주세요.", "상자는 제가 버릴게요.", "오전에 끝나면 좋겠어요."],
  closings: ["도착하기 30분 전에 전화드려요.", "뚫고 난 먼지는 청소기로 받으면서 해요.", "설치하고 함께 시험해 본 뒤에 끝내요.", "하자는 당일이나 다음 날 바로 봐 드려요.", "모델명만 알려 주시면 부속을 맞춰 갈게요.", "견적 그대로 받아요."],
  extraChargeRules: ["배관이나 전선이 길어지면 m당 금액을 먼저 알려 드려요.", "위험한 외벽 작업은 5만원이 더 들어요.", "부속이 맞지 않으면 실비로 바꿔요.", "추가 비용은 없어요."],
  complaints: ["설치는 잘됐는데 약속 시간을 한 번 바꾸셨어요.", "수평이 조금 안 맞아서 다시 와 주셨어요.", "먼지 정리가 아쉬웠어요.", "추가 자재비를 작업 중에 말씀하셔서 당황했어요."],
  changes: [
    { title: "배관 3m 추가", reason: "실외기 자리까지 거리가 예상보다 길어요.", price: [4, 8] },
    { title: "전용 콘센트 신설", reason: "용량이 모자라 단독 배선이 필요해요.", price: [7, 13] },
  ],
}
