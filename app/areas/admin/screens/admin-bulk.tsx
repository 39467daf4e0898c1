import { Form, Link } from "react-router"
import { now } from "#app/basics/clock.ts"
import { withJosa } from "#app/basics/korean.ts"
import { readQuery } from "#app/basics/form.ts"
import { formatWon } from "#app/basics/won.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge, Tag } from "#app/ui/badge.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { TextArea } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, notFound, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import {
  BulkForm,
  BulkQuery,
  getReasonReaders,
  getUndoingMove,
  isBulkKind,
  isBulkMove,
  type BulkKind,
  type BulkMove,
} from "../bulk-rules.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import { AdminTable, type AdminTableColumn } from "../parts/admin-table.tsx"
import { BULK_KIND_TEXTS, getBulkHref, getMoveTexts } from "../parts/bulk-texts.ts"
import { decideInBulk, previewBulk, type BulkPreviewRow } from "../service/bulk.server.ts"
import type { Route } from "./+types/admin-bulk"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

export const loader = adminLoader(async (actor, { params: { kind }, request }: Route.LoaderArgs) => {
  if (!isBulkKind(kind)) notFound()
  const { move, done, ids, left } = readQuery(BulkQuery, new URL(request.url).searchParams)
  if (move === null ? done === null : !isBulkMove(kind, move)) notFound()
  if (move === null && done !== null && !isBulkMove(kind, done)) notFound()
  const [rows, leftRows] = await Promise.all([
    previewBulk(actor, { kind, move, ids }),
    move === null && left.length > 0 ? previewBulk(actor, { kind, move: done, ids: left }) : [],
  ])
  if (!rows || !leftRows) notFound()
  return { kind, move, done, rows, leftRows, seenAt: now().toISOString() }
})

const answerForm = intents<{ actor: Member; kind: BulkKind }>((intent) => ({
  "": intent({
    form: BulkForm,
    hidden: ["move", "ids", "left", "seenAt"],
    run: ({ actor, kind }, decision) => decideInBulk(actor, { kind, ...decision }),
    done: ({ decidedIds, leftIds, waitingCount }, { move, left }, { kind }) => {
      const { unit } = BULK_KIND_TEXTS[kind]
      const madeCount = decidedIds.length - waitingCount
      const leftCount = leftIds.length + left.length
      const sentences = [
        madeCount > 0 ? `${madeCount}${withJosa(unit, "을/를")} ${getMoveTexts(move).done}` : "",
        waitingCount > 0 ? `${waitingCount}${withJosa(unit, "은/는")} 다른 관리자가 확인하면 시작돼요` : "",
        leftCount > 0 ? `${leftCount}${withJosa(unit, "은/는")} 그대로예요` : "",
      ]
      return {
        to: getBulkHref(kind, { done: move, ids: decidedIds, left: [...leftIds, ...left] }),
        flash: sentences.filter((sentence) => sentence !== "").join(". "),
      }
    },
    problems: {
      reason_needed: { field: "reason", sentence: "이유를 적어 주세요." },
      nothing: "아무것도 바꾸지 않았어요. 그사이 바뀌었거나 동료가 맡았어요. 지금 상태를 확인해 주세요.",
    },
  }),
}))

export async function action({ params: { kind }, request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  if (!isBulkKind(kind)) notFound()
  const to = BULK_KIND_TEXTS[kind].listHref
  return answerForm(await request.formData(), { actor, kind }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("함께 결정하기") },
  { name: "robots", content: "noindex" },
]

type Outcome = "preview" | "left" | "done"

/** `outcome` is what a badge says of each: what would happen, why it was left, or nothing. */
const buildColumns = (
  kind: BulkKind,
  outcome: Outcome,
  rows: readonly BulkPreviewRow[],
): AdminTableColumn<BulkPreviewRow>[] => {
  const { getHref, states } = BULK_KIND_TEXTS[kind]
  return [
    {
      label: BULK_KIND_TEXTS[kind].title,
      slot: "name",
      render: ({ id, title, detail }) => {
        const to = getHref(id)
        return (
          <>
            {to === null ? (
              <span className="block max-w-md truncate font-semibold">{title}</span>
            ) : (
              <Link to={to} className="block max-w-md truncate font-semibold hover:underline">
                {title}
              </Link>
            )}
            <span className="block max-w-md truncate text-sm text-ink-3">{detail}</span>
          </>
        )
      },
    },
    ...(rows.some((row) => row.amountWon !== null)
      ? [
          {
            label: "금액",
            slot: "figure" as const,
            isNumeric: true,
            render: ({ amountWon }: BulkPreviewRow) => (
              <b className="font-semibold">{amountWon === null ? "" : formatWon(amountWon)}</b>
            ),
          },
        ]
      : []),
    { label: "지금 상태", slot: "detail", render: ({ state }) => <Tag>{states[state] ?? state}</Tag> },
    ...(outcome === "done"
      ? []
      : [
          {
            label: outcome === "left" ? "왜 그대로인가요" : "어떻게 되나요",
            slot: "badge" as const,
            render: (row: BulkPreviewRow) => <Prospect row={row} isLeft={outcome === "left"} />,
          },
        ]),
  ]
}

/** What will happen to one of them. */
function Prospect({ row: { obstacle, isOnlyAsked }, isLeft }: { row: BulkPreviewRow; isLeft: boolean }) {
  if (isLeft && obstacle === null) return <StateBadge tone="done">그사이 바뀌었어요</StateBadge>
  switch (obstacle?.kind) {
    case "held":
      return <StateBadge tone="warn">{obstacle.by}님이 맡았어요</StateBadge>
    case "state":
      return <StateBadge tone="done">지금 상태에서는 할 수 없어요</StateBadge>
    case "asked":
      return <StateBadge tone="done">다른 관리자가 확인해요</StateBadge>
    case undefined:
      return isOnlyAsked ? (
        <StateBadge tone="warn">다른 관리자에게 요청</StateBadge>
      ) : (
        <StateBadge tone="ok">바뀌어요</StateBadge>
      )
  }
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

const sumWon = (rows: readonly BulkPreviewRow[]) => rows.reduce((sum, row) => sum + (row.amountWon ?? 0), 0)

export default function AdminBulk({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!view) return null
  const { kind, move, done, rows, leftRows } = view
  const { title, listHref, unit } = BULK_KIND_TEXTS[kind]
  const due = rows.filter((row) => row.obstacle === null)
  const shown = move ?? done
  const texts = shown && getMoveTexts(shown)
  return (
    <AdminLayout current={null}>
      <PageHeader
        title={rows.length === 0 ? title : `${title} ${due.length}${unit} · ${texts?.label ?? ""}`}
        back={{ href: listHref, label: title }}
        text={rows.length === 0 ? undefined : move ? texts?.text : "지금 상태예요."}
      />
      <FormAlert message={answer.problem} className="mb-4" />
      {rows.length === 0 ? (
        <EmptyState
          art="search"
          title="고른 것이 없어요"
          text="목록에서 먼저 골라 주세요."
          action={{ href: listHref, label: "목록으로" }}
        />
      ) : (
        <>
          <AdminTable
            rows={rows}
            keyOf={(row) => row.id}
            columns={buildColumns(kind, move === null ? "done" : "preview", rows)}
          />
          <TotalWon rows={move ? due : rows} />
          {leftRows.length > 0 ? (
            <section className="mt-6">
              <h2 className="mb-3 text-lg font-bold">
                그대로 둔 {title} {leftRows.length}
                {unit}
              </h2>
              <AdminTable
                rows={leftRows}
                keyOf={(row) => row.id}
                columns={buildColumns(kind, "left", leftRows)}
              />
            </section>
          ) : null}
          {move && due.length > 0 ? (
            <DecisionForm view={view} move={move} due={due} answer={answer} />
          ) : (
            <WayBack view={view} />
          )}
        </>
      )}
    </AdminLayout>
  )
}

/** What all of them come to, where they are money; what a second person confirms is said apart. */
function TotalWon({ rows }: { rows: readonly BulkPreviewRow[] }) {
  const asked = rows.filter((row) => row.isOnlyAsked)
  if (rows.every((row) => row.amountWon === null)) return null
  return (
    <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 card-line p-4 md:px-5">
      <span className="text-base text-ink-2">
        합계 <span className="num">{rows.length}건</span>
      </span>
      <b className="num text-xl font-bold">{formatWon(sumWon(rows))}</b>
      {asked.length > 0 ? (
        <span className="w-full text-sm text-warn-ink">
          이 가운데 <span className="num">{asked.length}건</span>,{" "}
          <span className="num">{formatWon(sumWon(asked))}</span>은 금액이 커서 다른 관리자가 확인해야 이체가
          시작돼요.
        </span>
      ) : null}
    </p>
  )
}

/** Makes the move for all those that allow it. */
function DecisionForm({
  view: { kind, rows, seenAt },
  move,
  due,
  answer,
}: {
  view: View
  move: BulkMove
  due: readonly BulkPreviewRow[]
  answer: ScreenAnswer
}) {
  const { unit, listHref } = BULK_KIND_TEXTS[kind]
  const { label, isDangerous } = getMoveTexts(move)
  const readers = getReasonReaders(move)
  return (
    <Form method="post" noValidate className="mt-4 grid gap-4">
      <input type="hidden" name="move" value={move} />
      <input type="hidden" name="seenAt" value={seenAt} />
      {due.map(({ id }) => (
        <input key={id} type="hidden" name="ids[]" value={id} />
      ))}
      {rows.map(({ id, obstacle }) =>
        obstacle === null ? null : <input key={id} type="hidden" name="left[]" value={id} />,
      )}
      {readers ? (
        <TextArea
          label={readers === "colleagues" ? "이유 (관리자만 봐요)" : "이유 (당사자에게 그대로 전해져요)"}
          name="reason"
          rows={3}
          maxLength={200}
          defaultValue={answer.typed("reason")}
          error={answer.errors.reason}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <SubmitButton
          className={`btn btn-lg ${isDangerous ? "btn-error" : "btn-primary"}`}
          aria-keyshortcuts={move === "reject" ? "r" : "a"}
        >
          {due.length}
          {unit} {label}
        </SubmitButton>
        <Link to={listHref} className="btn btn-line btn-lg">
          그만두기
        </Link>
      </div>
    </Form>
  )
}

/** Back to the list; takes back what was done, where the rules have a way. */
function WayBack({ view: { kind, move, done, rows } }: { view: View }) {
  const undoing = move === null && done ? getUndoingMove(kind, done) : null
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {undoing ? (
        <Link
          to={getBulkHref(kind, { move: undoing, ids: rows.map((row) => row.id) })}
          className="btn btn-line btn-lg"
        >
          되돌리기 ({getMoveTexts(undoing).label})
        </Link>
      ) : null}
      <Link to={BULK_KIND_TEXTS[kind].listHref} className="btn btn-tint btn-lg">
        목록으로
      </Link>
    </div>
  )
}
