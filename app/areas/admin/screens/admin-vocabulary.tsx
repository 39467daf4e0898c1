import { Form, href } from "react-router"
import { z } from "zod"
import { listCursor } from "#app/basics/form-fields.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery } from "#app/basics/form.ts"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatDate } from "#app/basics/time.ts"
import { titleOf } from "#app/basics/brand.ts"
import { intents } from "#app/platform/intents.server.ts"
import { type ScreenAnswer, useActionAnswer } from "#app/ui/action-answer.ts"
import { StateBadge } from "#app/ui/badge.tsx"
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { Card, PageHeader } from "#app/ui/section.tsx"
import { adminLoader, adminMiddleware, requireAdmin } from "../../accounts/guards.server.ts"
import type { Member } from "../../accounts/rules.ts"
import { SEARCH_TABS, splitWords, TAB_LABELS, type WordKind } from "../../search/rules.ts"
import { addWord, findVocabularyDesk, removeWord } from "../../search/service/vocabulary-desk.server.ts"
import { AddWordForm, MAX_WORD_LENGTH, RemoveWordForm, WORD_KINDS } from "../../search/vocabulary-forms.ts"
import { WORD_KIND_LABELS } from "../labels.ts"
import { AdminLayout } from "../parts/admin-layout.tsx"
import type { Route } from "./+types/admin-vocabulary"

export const middleware: Route.MiddlewareFunction[] = [adminMiddleware]

const PATH = href("/admin/settings/vocabulary")
const VocabularyQuery = z.object({ after: listCursor })

export const loader = adminLoader(async (actor, { request }: Route.LoaderArgs) => {
  const { after } = readQuery(VocabularyQuery, new URL(request.url).searchParams)
  return { ...(await findVocabularyDesk(actor, after)), isFirstPage: after === null }
})

const answerForm = intents<{ actor: Member }>((intent) => ({
  add: intent({
    form: AddWordForm,
    run: ({ actor }, input) => addWord(actor, input),
    done: "검색 낱말에 반영했어요",
    problems: {
      taken: {
        field: "word",
        sentence: "이미 더한 낱말이에요. 아래에서 지우고 다시 더해 주세요.",
        status: 409,
      },
      unknown_noun: { field: "noun", sentence: "낱말 목록에 없는 말이에요. 먼저 새 낱말로 더해 주세요." },
      is_word: { field: "word", sentence: "다른 곳에서 바르게 쓰는 말이라 오타로 더할 수 없어요." },
    },
  }),
  remove: intent({
    form: RemoveWordForm,
    hidden: ["word"],
    run: ({ actor }, { word }) => removeWord(actor, word),
    done: "더한 낱말을 지웠어요",
    problems: {},
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  return answerForm(await request.formData(), { actor: requireAdmin(context) }, { to: PATH })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("검색 낱말") },
  { name: "robots", content: "noindex" },
]

const KIND_TONES = { noun: "open", synonym: "ok", misspelling: "warn", ignored: "done" } as const

export default function AdminVocabulary({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  if (!loaderData) return null
  const { misses, words, cursor, isFirstPage, shippedCount } = loaderData
  return (
    <AdminLayout current="vocabulary">
      <PageHeader
        title="검색 낱말"
        text={`낱말 ${formatNumber(shippedCount)}개로 검색어를 알아들어요. 같은 말과 오타를 더할 수 있어요.`}
      />
      <FormAlert message={answer.problem} className="mb-4" />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">
          <Misses misses={misses} answer={answer} />
          <section aria-labelledby="added-words">
            <h2 id="added-words" className="mb-3 text-lg font-bold">
              더한 낱말
            </h2>
            {words.length === 0 ? (
              <p className="card-line p-5 text-base text-ink-2">아직 더한 낱말이 없어요.</p>
            ) : (
              <ul className="divide-y divide-base-300 overflow-hidden card-line">
                {words.map((row) => (
                  <AddedWord key={row.word} row={row} />
                ))}
              </ul>
            )}
            <Pager
              isFirstPage={isFirstPage}
              nextCursor={cursor}
              buildHref={(after) => getListUrl(PATH, {}, { after })}
            />
          </section>
        </div>
        <NewWord key={words.length} answer={answer.typed("missed") === "" ? answer : answer.of()} />
      </div>
    </AdminLayout>
  )
}

type View = NonNullable<Route.ComponentProps["loaderData"]>

/** Searches without a result, each answered with one tap. */
function Misses({ misses, answer }: { misses: View["misses"]; answer: ScreenAnswer }) {
  return (
    <section aria-labelledby="misses">
      <h2 id="misses" className="text-lg font-bold">
        결과가 없던 검색어
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">지난 2주 동안 찾은 사람이 많은 순서예요.</p>
      {misses.length === 0 ? (
        <p className="card-line p-5 text-base text-ink-2">결과가 없던 검색어가 없어요.</p>
      ) : (
        <ul className="divide-y divide-base-300 overflow-hidden card-line">
          {misses.map((miss) => (
            <li
              key={miss.term}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3.5 md:px-5"
            >
              <div className="min-w-0">
                <p className="truncate text-base font-semibold">{miss.term}</p>
                <FieldError>{answer.about("missed", miss.term).errors.word}</FieldError>
                <p className="text-sm text-ink-3">
                  {formatNumber(miss.people)}명 · 마지막 {formatDate(miss.lastDay)}
                </p>
              </div>
              <div className="flex flex-none flex-wrap gap-2">
                {miss.guess === null ? (
                  <SynonymForm term={miss.term} answer={answer.about("missed", miss.term)} />
                ) : (
                  <>
                    <WordButton term={miss.term} kind="misspelling" noun={miss.guess}>
                      ‘{miss.guess}’의 오타로
                    </WordButton>
                    <WordButton term={miss.term} kind="synonym" noun={miss.guess}>
                      같은 말로
                    </WordButton>
                  </>
                )}
                <WordButton term={miss.term} kind="ignored">
                  넘기기
                </WordButton>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Says of a search what it is about; signs are no part of a word. */
const MissedTerm = ({ term, kind }: { term: string; kind: WordKind }) => (
  <>
    <input type="hidden" name="missed" value={term} />
    <input type="hidden" name="word" value={splitWords(term).join(" ")} />
    <input type="hidden" name="kind" value={kind} />
  </>
)

/** Says with one tap what a search is. */
function WordButton({
  term,
  kind,
  noun,
  children,
}: {
  term: string
  kind: WordKind
  noun?: string
  children: React.ReactNode
}) {
  return (
    <Form method="post" preventScrollReset>
      <MissedTerm term={term} kind={kind} />
      {noun === undefined ? null : <input type="hidden" name="noun" value={noun} />}
      <SubmitButton name="intent" value="add" className="btn btn-line btn-sm hit">
        {children}
      </SubmitButton>
    </Form>
  )
}

/** Says which noun a search means, where none comes near by its letters. */
function SynonymForm({ term, answer }: { term: string; answer: ScreenAnswer }) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-start gap-2">
      <MissedTerm term={term} kind="synonym" />
      <TextField
        label={`‘${term}’의 대표 낱말`}
        hideLabel
        name="noun"
        maxLength={MAX_WORD_LENGTH}
        placeholder="대표 낱말"
        defaultValue={answer.typed("noun")}
        error={answer.errors.noun}
        className="w-40 [&_.field-box]:min-h-9 [&_.field-box]:py-1"
      />
      <SubmitButton name="intent" value="add" className="btn btn-line btn-sm hit">
        같은 말로
      </SubmitButton>
    </Form>
  )
}

function AddedWord({ row }: { row: View["words"][number] }) {
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-3 md:px-5">
      <p className="flex min-w-0 flex-wrap items-center gap-2 text-base">
        <b className="font-semibold">{row.word}</b>
        <StateBadge tone={KIND_TONES[row.kind]}>{WORD_KIND_LABELS[row.kind]}</StateBadge>
        <span className="text-sm text-ink-2">
          {row.kind === "noun" ? (row.tab ? TAB_LABELS[row.tab] : "") : row.noun ? `→ ${row.noun}` : ""}
        </span>
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="word" value={row.word} />
        <SubmitButton
          name="intent"
          value="remove"
          aria-label={`${row.word} 지우기`}
          className="btn btn-line btn-sm hit"
        >
          지우기
        </SubmitButton>
      </Form>
    </li>
  )
}

function NewWord({ answer }: { answer: ScreenAnswer }) {
  const { errors, typed } = answer
  return (
    <Card>
      <h2 className="text-lg font-bold">낱말 더하기</h2>
      <Form method="post" className="mt-4 grid gap-4">
        <TextField
          label="낱말"
          name="word"
          maxLength={MAX_WORD_LENGTH}
          placeholder="후라이팬"
          defaultValue={typed("word")}
          error={errors.word}
        />
        <SelectField
          label="종류"
          name="kind"
          options={WORD_KINDS.map((kind) => ({ value: kind, label: WORD_KIND_LABELS[kind] }))}
          defaultValue={typed("kind", "misspelling")}
          error={errors.kind}
        />
        <TextField
          label="대표 낱말 (같은 말·오타)"
          name="noun"
          required={false}
          maxLength={MAX_WORD_LENGTH}
          placeholder="프라이팬"
          defaultValue={typed("noun")}
          error={errors.noun}
        />
        <SelectField
          label="분야 (새 낱말)"
          name="tab"
          required={false}
          placeholder="고르지 않음"
          options={SEARCH_TABS.map((tab) => ({ value: tab, label: TAB_LABELS[tab] }))}
          defaultValue={typed("tab")}
          error={errors.tab}
        />
        <SubmitButton name="intent" value="add" className="btn btn-primary w-full">
          낱말 더하기
        </SubmitButton>
      </Form>
    </Card>
  )
}
