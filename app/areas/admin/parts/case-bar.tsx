import { href, Form, useLocation } from "react-router"
import { formatDateTime } from "#app/basics/time.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { Sheet } from "#app/ui/dialog.tsx"
import { SelectField, TextArea } from "#app/ui/field.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import type { CaseView, OpenCase } from "../desk-view.ts"
import { CASE_LABELS } from "../case-links.ts"
import { SNOOZE_LABELS, SNOOZES } from "../inbox-rules.ts"
import { OFFICE_ROLE_LABELS } from "../role-labels.ts"

const ACTION = href("/admin/inbox")

/** Until when a thing is due, and whether that is over. */
export const DueBadge = ({ dueAt, isLate }: Pick<CaseView, "dueAt" | "isLate">) => (
  <StateBadge tone={isLate ? "refused" : "done"}>
    {isLate ? "기한 지남" : "기한"} {formatDateTime(dueAt)}
  </StateBadge>
)

/** Takes the next thing of the inbox and opens it: the key n. */
export function NextCaseForm({ after, className }: { after: string | null; className: string }) {
  return (
    <Form method="post" action={ACTION}>
      {after === null ? null : <input type="hidden" name="after" value={after} />}
      <button type="submit" name="intent" value="next" aria-keyshortcuts="n" className={className}>
        다음 일
        <kbd aria-hidden className="ml-1 text-xs opacity-80 max-md:hidden">
          n
        </kbd>
      </button>
    </Form>
  )
}

function HiddenFields({ open, back }: { open: OpenCase; back: string }) {
  return (
    <>
      <input type="hidden" name="caseId" value={open.id} />
      <input type="hidden" name="back" value={back} />
    </>
  )
}

/** Takes the case, takes it over from a colleague, or puts it back. */
function HolderForm({ open, back }: { open: OpenCase; back: string }) {
  return (
    <Form method="post" action={ACTION}>
      <HiddenFields open={open} back={back} />
      {open.holderId ? <input type="hidden" name="seen" value={open.holderId} /> : null}
      <SubmitButton
        name="intent"
        value={open.isOwn ? "release" : "take"}
        aria-keyshortcuts="t"
        className={`btn btn-sm ${open.isOwn ? "btn-line" : "btn-primary"}`}
      >
        {open.isOwn ? "내려놓기" : open.holder ? "이어받기" : "맡기"}
      </SubmitButton>
    </Form>
  )
}

/** Hands the case on, puts it off, notes something about it. */
function MoreCaseForms({ open, back }: { open: OpenCase; back: string }) {
  return (
    <Sheet trigger="넘기기·미루기·메모" triggerClassName="btn btn-sm btn-line" title="이 일 다루기">
      <div className="grid gap-6">
        {open.colleagues.length > 0 ? (
          <Form method="post" action={ACTION} className="grid gap-3">
            <HiddenFields open={open} back={back} />
            <SelectField
              label="동료에게 넘기기"
              name="to"
              options={open.colleagues.map(({ id, name, officeRole }) => ({
                value: id,
                label: `${name} · ${OFFICE_ROLE_LABELS[officeRole]}`,
              }))}
              defaultValue={open.colleagues[0]?.id}
            />
            <SubmitButton name="intent" value="hand_on" className="btn btn-tint">
              넘기기
            </SubmitButton>
          </Form>
        ) : null}
        <Form method="post" action={ACTION} className="grid gap-3">
          <HiddenFields open={open} back={back} />
          <SelectField
            label="미루기"
            name="until"
            options={SNOOZES.map((value) => ({ value, label: SNOOZE_LABELS[value] }))}
            defaultValue="tomorrow"
          />
          <SubmitButton name="intent" value="snooze" className="btn btn-tint">
            미루기
          </SubmitButton>
        </Form>
        <Form method="post" action={ACTION} className="grid gap-3">
          <HiddenFields open={open} back={back} />
          <TextArea
            label="메모"
            help="동료만 볼 수 있어요."
            name="note"
            rows={3}
            maxLength={500}
            defaultValue={open.note}
          />
          <SubmitButton name="intent" value="note" className="btn btn-tint">
            메모 저장하기
          </SubmitButton>
        </Form>
      </div>
    </Sheet>
  )
}

/** What the inbox says of the thing on the screen: who has it, until when it is due, and the next one. */
export function CaseBar({ open }: { open: OpenCase }) {
  const { pathname, search } = useLocation()
  const back = pathname + search
  return (
    <section
      aria-label="받은 일"
      className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2.5 card-line bg-base-100 p-3 md:mt-2 md:px-4"
    >
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-sm max-md:basis-full">
        <b className="font-semibold">{CASE_LABELS[open.queue]}</b>
        <DueBadge {...open} />
        <span className="text-ink-2">
          {open.isOwn
            ? "내가 맡았어요"
            : open.holder
              ? `${open.holder}님이 맡았어요`
              : "아직 맡은 사람이 없어요"}
          {open.snoozedUntil ? ` · ${formatDateTime(open.snoozedUntil)}까지 미룸` : ""}
        </span>
        {open.note ? (
          <span className="basis-full whitespace-pre-line text-ink-2">메모: {open.note}</span>
        ) : null}
      </p>
      <div className="flex flex-wrap gap-2">
        <HolderForm key={open.id} open={open} back={back} />
        <MoreCaseForms open={open} back={back} />
        <NextCaseForm after={open.id} className="btn btn-sm btn-line md:hidden" />
      </div>
    </section>
  )
}
