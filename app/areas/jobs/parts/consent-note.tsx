/** What is handed to whom, and for how long: PIPA asks to say it beside the box. */
export function ConsentNote({ recipient }: { recipient: string }) {
  return (
    <dl
      className={
        "mt-1 grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 rounded-lg bg-base-200 p-4 text-sm " +
        "text-ink-2"
      }
    >
      <dt className="text-ink-3">받는 곳</dt>
      <dd>{recipient}</dd>
      <dt className="text-ink-3">항목</dt>
      <dd>별명, 휴대폰 번호, 지원 내용, 함께 보낸 이력서. 채용이 확정되면 근로계약서에 쓸 이름</dd>
      <dt className="text-ink-3">목적</dt>
      <dd>채용 결과 안내와 근무 연락</dd>
      <dt className="text-ink-3">기간</dt>
      <dd>근무가 끝날 때까지. 채용되지 않으면 바로 가려요</dd>
      <dt className="text-ink-3">거부</dt>
      <dd>동의하지 않을 수 있지만 지원은 할 수 없어요.</dd>
    </dl>
  )
}
