/** Owns what people of the town ask and say about cleaning, waste and demolition. */
import type { CategorySeed, Home } from "../shapes.ts"

const anyHome: readonly Home[] = ["아파트", "아파트", "빌라", "오피스텔", "투룸", "원룸"]

export const demolition: CategorySeed = {
  category: "demolition",
  services: [
    {
      service: "move-in", weight: 18, trades: ["clean"], homes: anyHome, days: [1, 1], warrantyMonths: [0],
      cases: [
        { title: "{pyeong}평 {home} 입주청소 견적 부탁드려요", text: "{새 아파트|분양받은 집}이고 {다음 주|이번 주말}에 열쇠를 받아요. 창틀 먼지와 접착제 자국이 걱정이에요.",
          answers: { "house-new": "new", extras: ["sticker"] }, site: ["site-empty-room", "clean-living-before"], after: ["clean-living", "clean-bath"], price: [1.25, 1.6], each: true },
        { title: "인테리어 끝난 {pyeong}평 집 분진 청소", text: "공사 먼지가 서랍 안까지 들어갔어요. 등기구와 문 위까지 닦아 주세요.",
          answers: { "house-new": "remodel", extras: ["air"] }, site: ["clean-living-before"], after: ["clean-living", "clean-window"], price: [1.4, 1.8], each: true },
        { title: "살던 집으로 들어가요, {pyeong}평 입주청소", text: "전에 살던 분이 오래 사셔서 주방 기름때와 욕실 물때가 심해요.",
          answers: { "house-new": "lived", extras: ["mould", "sticker"] }, site: ["clean-kitchen-before", "site-greasy-hood"], after: ["clean-kitchen", "clean-bath"], price: [1.3, 1.7], each: true },
        { title: "아기와 들어갈 집, 꼼꼼하게 부탁드려요", text: "{pyeong}평이에요. 세제 냄새가 남지 않으면 좋겠고 베란다 창까지 닦아 주세요.",
          answers: { "house-new": "lived", extras: ["air", "grout"] }, site: ["site-empty-room"], after: ["clean-window", "clean-living"], price: [1.35, 1.75], each: true },
      ],
      lines: [["기본 청소", "평", 0.82, "pyeong"], ["창틀·베란다", "식", 0.18]],
      included: ["창틀과 방충망", "서랍·수납장 안", "욕실 물때 제거", "등기구 닦기", "스티커 제거"], excluded: ["곰팡이 약품 처리", "새집증후군 시공", "외부 유리", "붙박이 가전 안쪽"],
      messages: ["친환경 세제만 써요. 창틀과 배수구까지 사진으로 알려 드려요.", "세 명이 다섯 시간 동안 닦고, 함께 둘러본 뒤에 끝내요.", "평수가 아니라 실제 면적으로 계산해서 더 받지 않아요.", "손이 안 닿는 곳은 사다리를 놓고 닦아요. 문 위 먼지까지요."],
      praise: ["창틀에 손가락을 대 봐도 먼지가 안 묻어요.", "끝나고 같이 돌면서 미흡한 곳을 바로 다시 닦아 주셨어요.", "세제 냄새가 하나도 안 나요.", "서랍 속까지 다 닦여 있어서 짐만 넣으면 됐어요.", "청소 전후 사진을 서른 장이나 보내 주셨어요.", "욕실 유리 물때가 감쪽같이 없어졌어요."],
    },
    {
      service: "move-out", weight: 8, trades: ["clean"], homes: anyHome, days: [1, 1], warrantyMonths: [0],
      cases: [
        { title: "이사 나가는 {pyeong}평 {home} 청소", text: "보증금을 돌려받으려면 깨끗이 해야 해요. 주방 후드가 제일 심해요.", answers: { dirt: "heavy", extras: ["sticker"] }, site: ["clean-kitchen-before"], after: ["clean-kitchen"], price: [1.2, 1.5], each: true },
        { title: "원룸 퇴실 청소 부탁드려요", text: "짐은 오전에 다 빠져요. 오후에 집주인이 확인하러 오세요.", answers: { dirt: "normal", extras: ["appliance"] }, site: ["site-empty-room"], after: ["clean-bath"], price: [9, 15], homes: ["원룸"] },
        { title: "세입자 나간 집 청소해서 다시 놓으려고요", text: "{pyeong}평이고 담배 냄새가 조금 나요. 환기와 냄새 제거도 가능한가요?", answers: { dirt: "heavy", extras: ["mould"] }, site: ["clean-living-before"], after: ["clean-living"], price: [1.3, 1.7], each: true },
      ],
      lines: [["기본 청소", "식", 0.75], ["찌든 때 제거", "식", 0.25]],
      included: ["주방 기름때", "욕실 물때", "바닥 왁스 제외 물청소"], excluded: ["폐기물 처리", "벽지 얼룩", "곰팡이 시공"],
      messages: ["집주인 확인 시간에 맞춰 끝내 드릴게요.", "후드는 떼어서 담가 두었다가 닦아요.", "냄새는 배수구와 환풍기부터 잡으면 많이 빠져요."],
      praise: ["집주인이 새집 같다고 하셔서 보증금을 그대로 받았어요.", "후드에서 은색을 처음 봤어요.", "시간이 촉박했는데 맞춰 주셨어요.", "배수구 냄새까지 잡아 주셨어요."],
    },
    {
      service: "living", weight: 8, trades: ["clean"], homes: ["아파트", "빌라", "단독주택"], days: [1, 1], warrantyMonths: [0],
      cases: [
        { title: "살고 있는 {pyeong}평 집 대청소", text: "맞벌이라 청소를 미뤘어요. 주방과 욕실 위주로 부탁드려요.", answers: { dirt: "normal", "living-places": ["kitchen", "bathroom"], pets: "none" }, site: ["clean-kitchen-before"], after: ["clean-kitchen", "clean-bath"], price: [24, 36] },
        { title: "고양이 두 마리 사는 집 청소", text: "털이 소파 밑까지 있어요. 알레르기가 있어서 먼지 청소가 중요해요.", answers: { dirt: "normal", "living-places": ["whole"], pets: "cat" }, site: ["clean-living-before"], after: ["clean-living"], price: [26, 40] },
        { title: "부모님 댁 베란다와 창틀 청소", text: "두 분이 하시기 힘들어서요. 짐을 조금 옮겨야 해요.", answers: { dirt: "heavy", "living-places": ["balcony"], pets: "none" }, site: ["veranda-garden-before"], after: ["clean-window"], price: [18, 28] },
      ],
      lines: [["청소 인력", "명", 0.85, 2], ["세제·장비", "식", 0.15]],
      included: ["가구 밑 먼지", "욕실 살균", "재활용 분리"], excluded: ["옷 정리", "높은 외부 유리", "가전 분해"],
      messages: ["짐이 있어도 하나씩 들어서 닦고 제자리에 두어요.", "반려동물에게 해가 없는 세제만 써요.", "두 분이 쉬시는 동안 조용히 끝낼게요."],
      praise: ["제가 십 년 동안 못 지운 때가 지워졌어요.", "고양이가 놀라지 않게 방을 나눠서 해 주셨어요.", "물건이 전부 제자리에 있어서 놀랐어요.", "부모님이 딸보다 낫다고 하세요."],
    },
    {
      service: "aircon", weight: 8, trades: ["appliance", "aircon"], homes: anyHome, days: [1, 1], warrantyMonths: [1, 3],
      cases: [
        { title: "벽걸이 에어컨 {한|두} 대 분해 청소", text: "켜면 걸레 냄새가 나요. 여름 오기 전에 하려고요.", answers: { "aircon-kind": "wall", "aircon-count": "1", "aircon-smell": "smell" }, site: ["site-old-aircon"], after: ["aircon-wall"], price: [7, 11] },
        { title: "스탠드와 벽걸이 같이 청소해 주세요", text: "{3|4}년 동안 한 번도 안 했어요. 날개 안쪽이 까매요.", answers: { "aircon-kind": "two", "aircon-count": "2", "aircon-smell": "fine" }, site: ["site-old-aircon"], after: ["aircon-stand"], price: [17, 24] },
        { title: "사무실 천장형 에어컨 {네|여섯} 대", text: "직원들이 먼지 냄새가 난다고 해요. 주말에 가능할까요?", answers: { "aircon-kind": "ceiling", "aircon-count": "4", "aircon-smell": "smell" }, site: ["site-old-aircon"], after: ["aircon-ceiling"], price: [40, 60], homes: ["사무실"] },
      ],
      lines: [["분해 청소", "대", 0.9, 2], ["소독·탈취", "식", 0.1]],
      included: ["완전 분해", "고압 세척", "살균 소독", "시운전"], excluded: ["가스 충전", "부품 고장 수리"],
      messages: ["분해한 부품을 하나씩 보여 드리면서 닦아요.", "물받이까지 떼어 내야 냄새가 없어져요.", "주말에 두 팀이 가서 반나절에 끝낼게요."],
      praise: ["까만 물이 나오는 걸 보고 진작 부를 걸 했어요.", "바람에서 아무 냄새가 안 나요.", "벽과 바닥에 비닐을 꼼꼼히 치셨어요.", "시운전까지 하고 온도를 재 주셨어요."],
    },
    {
      service: "appliance", weight: 6, trades: ["appliance"], homes: anyHome, days: [1, 1], warrantyMonths: [0, 1],
      cases: [
        { title: "드럼 세탁기 분해 청소 부탁드려요", text: "빨래에서 냄새가 나요. {5|6}년 썼고 통세척만 해 봤어요.", answers: { "appliance-kinds": ["washer"], "appliance-count": "1" }, after: ["clean-bath"], price: [11, 16] },
        { title: "매트리스 {두|세} 개 진드기 청소", text: "아이가 비염이 있어요. 마르는 데 얼마나 걸리는지도 알려 주세요.", answers: { "appliance-kinds": ["mattress"], "appliance-count": "2" }, site: ["bedroom-lilac-before"], after: ["bedroom-kids"], price: [9, 15] },
        { title: "주방 후드와 냉장고 청소", text: "후드 기름이 떨어져요. 냉장고는 문 고무패킹까지 닦아 주세요.", answers: { "appliance-kinds": ["hood", "fridge"], "appliance-count": "2" }, site: ["site-greasy-hood"], after: ["clean-kitchen"], price: [13, 20] },
        { title: "패브릭 소파 얼룩 청소", text: "커피를 쏟았어요. 3인용이고 밝은 색이에요.", answers: { "appliance-kinds": ["sofa"], "appliance-count": "1" }, after: ["living-blue"], price: [8, 13] },
      ],
      lines: [["청소", "대", 0.9, 1], ["소독", "식", 0.1]],
      included: ["분해·조립", "살균", "배수 점검"], excluded: ["부품 교체", "폐기"],
      messages: ["제조사별로 분해 방법이 달라요. 모델명만 알려 주세요.", "얼룩은 오래될수록 어려워요. 시험해 보고 안 되면 받지 않아요."],
      praise: ["빨래 냄새가 사라졌어요.", "얼룩이 있던 자리를 못 찾겠어요.", "아이 기침이 줄었어요.", "분해한 사진을 보고 깜짝 놀랐어요."],
    },
    {
      service: "shop", weight: 5, trades: ["clean"], homes: ["상가", "사무실"], days: [1, 1], warrantyMonths: [0],
      cases: [
        { title: "{pyeong}평 카페 오픈 전 청소", text: "인테리어가 끝났고 {사흘|닷새} 뒤에 문을 열어요. 유리와 바닥이 중요해요.", answers: { "shop-kind": "food", "shop-often": "once" }, site: ["clean-living-before"], after: ["clean-window", "clean-living"], price: [1.4, 1.9], each: true, homes: ["상가"] },
        { title: "사무실 매주 한 번 정기 청소", text: "{pyeong}평이고 열 명이 일해요. 금요일 저녁이면 좋겠어요.", answers: { "shop-kind": "office", "shop-often": "week" }, after: ["clean-living"], price: [22, 34], homes: ["사무실"] },
        { title: "학원 바닥 왁스와 창 청소", text: "방학 동안 하려고 해요. 책걸상은 저희가 옮겨 둘게요.", answers: { "shop-kind": "clinic", "shop-often": "once" }, after: ["clean-window"], price: [36, 56], homes: ["상가"] },
      ],
      lines: [["청소", "식", 0.8], ["세제·장비", "식", 0.2]],
      included: ["바닥 기계 청소", "유리 안쪽", "쓰레기 정리"], excluded: ["외벽 유리", "왁스 박리"],
      messages: ["영업에 지장 없는 시간에만 해요. 열쇠 관리도 철저해요.", "정기로 하시면 첫 달에 한 번 더 해 드려요."],
      praise: ["오픈 날 바닥에서 빛이 났어요.", "매주 같은 분이 오셔서 믿음이 가요.", "직원들이 먼저 알아봤어요."],
    },
    {
      service: "waste", weight: 8, trades: ["waste", "demo"], homes: anyHome, days: [1, 1], warrantyMonths: [0],
      cases: [
        { title: "장롱과 침대 버려야 해요, 4층이에요", text: "엘리베이터가 작아서 분해해야 할 것 같아요. 스티커 비용도 포함인가요?", answers: { "waste-kinds": ["furniture"], "waste-amount": "few", "waste-lift": "stairs" }, site: ["site-waste-furniture"], after: ["demolition-waste"], price: [14, 24] },
        { title: "이사하고 남은 짐 1톤 한 대 치워 주세요", text: "생활 쓰레기와 작은 가구가 섞여 있어요. 분류는 못 했어요.", answers: { "waste-kinds": ["house", "furniture"], "waste-amount": "one", "waste-lift": "lift" }, site: ["site-waste-furniture", "site-box-pile"], after: ["site-empty-room"], price: [28, 42] },
        { title: "공사하고 나온 폐기물 수거", text: "타일과 석고보드가 마대로 {스무|서른} 개쯤 돼요. 1층에 내려 두었어요.", answers: { "waste-kinds": ["building"], "waste-amount": "one", "waste-lift": "ground" }, site: ["demolition-waste"], after: ["demolition-waste"], price: [32, 50] },
        { title: "고장 난 냉장고와 세탁기 처리", text: "두 대 다 커요. 무상 수거 날짜가 안 맞아서 부탁드려요.", answers: { "waste-kinds": ["appliance"], "waste-amount": "few", "waste-lift": "lift" }, site: ["site-waste-furniture"], after: ["site-empty-room"], price: [6, 11] },
      ],
      lines: [["상차 인력", "명", 0.45, 2], ["차량", "대", 0.25, 1], ["처리비", "식", 0.3]],
      included: ["분해와 상차", "처리비", "자리 정리"], excluded: ["유해 폐기물", "사다리차"],
      messages: ["사진 속 양이면 1톤 반 대예요. 적게 나오면 그만큼 빼 드려요.", "처리 확인서를 드려요. 불법으로 버리지 않아요.", "오늘 오후 근처를 지나가서 바로 들를 수 있어요."],
      praise: ["계단뿐인데도 두 분이 삼십 분 만에 다 내리셨어요.", "생각보다 양이 적다고 금액을 깎아 주셨어요.", "바닥까지 쓸고 가셨어요.", "당일에 와 주셔서 살았어요."],
    },
    {
      service: "demolish", weight: 6, trades: ["demo"], homes: ["아파트", "빌라", "상가"], days: [1, 4], warrantyMonths: [0, 1],
      cases: [
        { title: "{pyeong}평 상가 원상복구 철거", text: "계약이 {이달 말|다음 달 초}에 끝나요. 천장과 가벽, 바닥까지 걷어 내야 해요.", answers: { "demolish-what": "restore", "demolish-waste": "yes" }, site: ["site-empty-room"], after: ["demolition-room", "demolition-waste"], price: [11, 16], each: true, homes: ["상가"] },
        { title: "욕실 타일과 도기 철거만", text: "시공은 다른 분이 하세요. 방수층은 건드리지 말아야 해요.", answers: { "demolish-what": "bathroom", "demolish-waste": "yes" }, site: ["bath-pink-before"], after: ["demolition-room"], price: [55, 85] },
        { title: "싱크대와 붙박이장 철거", text: "새 가구가 오기 전날 빼야 해요. 수도는 막아 주세요.", answers: { "demolish-what": "kitchen", "demolish-waste": "yes" }, site: ["kitchen-green-before"], after: ["demolition-room"], price: [18, 30] },
        { title: "마루 걷어 내기 {pyeong}평", text: "접착 마루라 소음이 날 것 같아요. 아랫집에는 미리 말해 두었어요.", answers: { "demolish-what": "floor", "demolish-waste": "yes" }, site: ["flooring-close-before"], after: ["demolition-room"], price: [2.2, 3.2], each: true },
      ],
      lines: [["철거 인력", "명", 0.5, 4], ["폐기물 처리", "톤", 0.35, 2], ["장비·보양", "식", 0.15]],
      included: ["폐기물 처리", "공용부 보양", "먼지 막이", "철거 신고 안내"], excluded: ["석면 처리", "전기·가스 철거", "야간 작업"],
      messages: ["힘을 받는 벽인지 도면부터 보고 시작해요.", "공용 복도와 엘리베이터를 먼저 보양하고 해요.", "폐기물 톤수는 계근표를 보여 드려요."],
      praise: ["계근표까지 보여 주셔서 믿음이 갔어요.", "이틀 걸린다더니 하루 반에 끝났어요.", "먼지가 밖으로 안 나와서 이웃 민원이 없었어요.", "바닥까지 평평하게 정리해 주셨어요."],
    },
    {
      service: "special", weight: 4, trades: ["clean", "waste"], homes: ["빌라", "원룸", "단독주택"], days: [1, 2], warrantyMonths: [0],
      cases: [
        { title: "침수된 반지하 청소와 소독", text: "장마 때 물이 무릎까지 찼어요. 말리는 것부터 부탁드려요.", answers: { "special-kind": "flood", "special-urgent": "week" }, site: ["clean-living-before"], after: ["clean-living"], price: [60, 95] },
        { title: "할머니 유품 정리 도와주세요", text: "천천히 함께 보면서 정리하고 싶어요. 사진과 편지는 따로 챙겨 주세요.", answers: { "special-kind": "keepsake", "special-urgent": "later" }, site: ["site-box-pile"], after: ["site-empty-room"], price: [80, 130] },
        { title: "바퀴벌레가 나와요, 방역 부탁드려요", text: "주방과 욕실에서 자주 보여요. 아이가 있어서 약이 걱정돼요.", answers: { "special-kind": "disinfect", "special-urgent": "week" }, after: ["clean-kitchen"], price: [12, 20] },
        { title: "작은 화재 뒤 그을음 청소", text: "주방에서 불이 조금 났어요. 벽과 천장에 그을음이 남았어요.", answers: { "special-kind": "fire", "special-urgent": "now" }, site: ["site-greasy-hood"], after: ["clean-kitchen"], price: [70, 110] },
      ],
      lines: [["작업 인력", "명", 0.6, 3], ["약품·장비", "식", 0.25], ["폐기물", "식", 0.15]],
      included: ["살균 소독", "탈취", "폐기물 분류"], excluded: ["도배·장판", "가전 수리"],
      messages: ["사정은 묻지 않아요. 조용히, 정성껏 할게요.", "말리는 데 이틀이 걸려요. 장비를 두고 매일 확인하러 갑니다.", "아이와 반려동물이 있는 집에는 먹이약 위주로 놓아요."],
      praise: ["함부로 다루지 않고 하나하나 여쭤봐 주셔서 고마웠어요.", "냄새가 완전히 빠졌어요.", "일주일 뒤에 다시 와서 확인해 주셨어요."],
    },
  ],
  tails: ["비밀번호는 당일에 알려 드릴게요.", "끝나고 사진으로 확인하고 싶어요.", "세제 냄새에 민감해요.", "주차는 건물 앞에 잠깐 가능해요.", "오전 일찍 시작할 수 있을까요?", "전기와 수도는 쓸 수 있어요.", "추가 비용이 생길 수 있으면 미리 알려 주세요.",
    "엘리베이터 보양이 필요한 단지예요.", "저는 직장에 있어서 현장에 없어요.", "창이 많은 집이에요."],
  closings: ["끝나고 함께 둘러본 뒤에 확인해 주세요.", "미흡한 곳은 이틀 안에 다시 해 드려요.", "인원과 시간을 미리 알려 드릴게요.", "전후 사진을 모두 보내 드려요.", "쓰레기는 저희가 들고 나와요.", "당일 추가금은 없어요."],
  extraChargeRules: ["곰팡이가 심하면 약품비로 한 곳에 3만원이 더 들어요.", "짐이 남아 있으면 시간에 따라 2만~5만원이 더 들어요.", "물량이 늘면 사진을 보고 먼저 말씀드려요.", "추가 비용은 없어요."],
  complaints: ["전체적으로 깨끗한데 창틀 한쪽이 빠졌어요. 다시 와서 해 주셨어요.", "예정보다 두 시간 늦게 끝났어요.", "세제 냄새가 하루쯤 남았어요.", "인원이 바뀌어서 조금 당황했어요."],
  changes: [
    { title: "곰팡이 약품 처리", reason: "붙박이장 뒤에 곰팡이가 있어 약품을 써야 해요.", price: [3, 7] },
    { title: "폐기물 반 대 추가", reason: "베란다 창고에서 버릴 것이 더 나왔어요.", price: [8, 14] },
  ],
}
