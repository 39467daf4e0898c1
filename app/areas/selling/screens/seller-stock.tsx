import { Form, Link, href } from "react-router"
import { getListUrl } from "#app/basics/list-urls.ts"
import { formatNumber } from "#app/basics/numbers.ts"
import { readQuery, type FormErrors } from "#app/basics/form.ts"
import { intents } from "#app/platform/intents.server.ts"
import { titleOf } from "#app/basics/brand.ts"
import { useActionAnswer, type ScreenAnswer } from "#app/ui/action-answer.ts"
import { TextField, WonField } from "#app/ui/field.tsx"
import { FilterChip } from "#app/ui/chips.tsx"
import { EmptyState } from "#app/ui/empty-state.tsx"
import { FoldSummary } from "#app/ui/fold-summary.tsx"
import { FormAlert, SubmitButton } from "#app/ui/form.tsx"
import { Pager } from "#app/ui/pager.tsx"
import { PageHeader } from "#app/ui/section.tsx"
import type { Member } from "../../accounts/rules.ts"
import { requireSeller } from "../guards.server.ts"
import { CompactInput } from "../parts/compact-input.tsx"
import { SearchBox, SellerLayout } from "../parts/seller-layout.tsx"
import { Thumbnail } from "../../shop/parts/thumbnail.tsx"
import { LIMITS } from "../../shop/rules.ts"
import { updateStock, updateStocks } from "../service/stock-changes.server.ts"
import { findStock } from "../service/stock.server.ts"
import type { Route } from "./+types/seller-stock"
import { StockForm, StocksForm, SellerStockQuery } from "#app/areas/selling/forms.ts"

const PATH = href("/shopping/admin/stock")

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requireSeller(context, request)
  const { tab, q, after } = readQuery(SellerStockQuery, new URL(request.url).searchParams)
  return { tab, q, first: after === null, ...(await findStock(actor, { low: tab === "low", q, after })) }
}

const ON_SALE = "할인 중인 가격은 바꿀 수 없어요. 할인을 먼저 끝내 주세요."

const answerForm = intents<{ actor: Member }>((intent) => ({
  many: intent({
    form: StocksForm,
    hidden: ["options"],
    run: ({ actor }, changed) => updateStocks(actor, changed),
    done: (_outcome, { options }) => `옵션 ${options.length}개를 바꿨어요`,
    problems: {
      on_sale: ON_SALE,
      stock_moved: "고른 옵션 가운데 그사이 팔린 것이 있어요. 새로고침해서 재고를 확인하고 다시 바꿔 주세요.",
    },
  }),
  "": intent({
    form: StockForm,
    // The fields are too narrow for a sentence: it is said above the list.
    hidden: ["variantId", "priceWon", "stock", "was"],
    run: ({ actor }, changed) => updateStock(actor, changed),
    done: "가격과 재고를 바꿨어요",
    problems: {
      on_sale: ON_SALE,
      stock_moved: ({ stock }) =>
        `그사이 재고가 ${formatNumber(stock)}개로 바뀌었어요. 확인하고 다시 저장해 주세요.`,
    },
  }),
}))

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireSeller(context, request)
  const query = new URL(request.url).searchParams
  const to = getListUrl(PATH, {}, { tab: query.get("tab"), q: query.get("q"), after: query.get("after") })
  return answerForm(await request.formData(), { actor }, { to })
}

export const meta: Route.MetaFunction = () => [
  { title: titleOf("재고 관리") },
  { name: "robots", content: "noindex" },
]

type View = Route.ComponentProps["loaderData"]

export default function SellerStock({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = useActionAnswer(actionData)
  const { tab, q, rows, lowCount } = view
  return (
    <SellerLayout current="stock">
      <PageHeader title="재고" text="적게 남은 옵션부터 보여요. 바꾼 가격과 재고는 바로 반영돼요.">
        <Link to={href("/shopping/admin/stock/file")} className="btn btn-line btn-sm">
          파일로 한꺼번에
        </Link>
      </PageHeader>
      <div className="bar-of-chips mb-4">
        <FilterChip href={getListUrl(PATH, {}, { q })} isActive={tab === "low"}>
          {LIMITS.lowStockThreshold}개보다 적은 옵션 <span className="num">{formatNumber(lowCount)}</span>
        </FilterChip>
        <FilterChip href={getListUrl(PATH, {}, { tab: "all", q })} isActive={tab === "all"}>
          모든 옵션
        </FilterChip>
      </div>
      <SearchBox path={PATH} tab={tab} q={q} label="상품 이름, 브랜드" />
      <FormAlert message={answer.problem ?? answer.of("many").errors.options} className="mb-4" />
      {rows.length === 0 ? (
        <EmptyState
          art="done"
          title={
            q ? "찾는 상품이 없어요" : tab === "low" ? "적게 남은 옵션이 없어요" : "판매하는 상품이 없어요"
          }
        />
      ) : (
        <>
          <ManyOptionsForm answer={answer.of("many")} />
          <ul className="overflow-hidden card-line [&>li+li]:border-t [&>li+li]:border-base-300">
            {rows.map((row) => (
              <StockRow
                key={row.variantId}
                row={row}
                errors={answer.about("variantId", row.variantId).errors}
              />
            ))}
          </ul>
        </>
      )}
      <Pager
        isFirstPage={view.first}
        nextCursor={view.next}
        buildHref={(after) => getListUrl(PATH, { tab: "low" }, { tab, q, after })}
      />
    </SellerLayout>
  )
}

const MANY_FORM_ID = "many-options"

/** One price, one stock, or both for the options that are ticked below. */
function ManyOptionsForm({ answer }: { answer: ScreenAnswer }) {
  return (
    <details className="mb-4 card-line p-4 md:px-5" open={answer.wasSent}>
      <FoldSummary className="text-base font-semibold">고른 옵션의 가격과 재고를 한꺼번에</FoldSummary>
      <Form
        method="post"
        id={MANY_FORM_ID}
        noValidate
        preventScrollReset
        className="mt-4 grid gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-start"
      >
        <input type="hidden" name="intent" value="many" />
        <WonField
          label="가격"
          name="priceWon"
          placeholder="그대로"
          defaultValue={answer.typed("priceWon")}
          error={answer.errors.priceWon}
          required={false}
          isCompact
        />
        <TextField
          label="재고"
          name="stock"
          inputMode="numeric"
          maxLength={7}
          placeholder="그대로"
          suffix="개"
          defaultValue={answer.typed("stock")}
          error={answer.errors.stock}
          required={false}
        />
        <SubmitButton className="btn btn-line btn-lg sm:mt-7">바꾸기</SubmitButton>
      </Form>
    </details>
  )
}

type Row = View["rows"][number]

/** An option of a product, with the form of its price and stock. */
function StockRow({ row, errors }: { row: Row; errors: FormErrors }) {
  return (
    <li className="grid gap-3 p-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:px-5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3.5">
        <input
          type="checkbox"
          form={MANY_FORM_ID}
          name="options[]"
          value={`${row.variantId}:${row.stock}`}
          aria-label={`${row.title} ${row.option} 고르기`.replaceAll("  ", " ")}
          className="tick hit flex-none"
        />
        <Thumbnail pictureId={row.pictureId} size={48} isDimmed={row.hidden} />
        <div className="min-w-0 flex-1 basis-36">
          <h2 className="truncate text-base font-semibold">
            <Link
              to={href("/shop/edit/:productId", { productId: row.productId })}
              className="hover:underline"
            >
              {row.title}
            </Link>
          </h2>
          <p className="text-sm text-ink-3">
            {[row.option, `30일 판매 ${formatNumber(row.sold)}개`, row.hidden ? "숨김" : null]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      </div>
      <StockFields row={row} errors={errors} />
    </li>
  )
}

function StockFields({ row, errors }: { row: Row; errors: FormErrors }) {
  const name = `${row.title}${row.option ? ` ${row.option}` : ""}`
  return (
    <Form
      method="post"
      key={`${row.variantId} ${row.stock} ${row.priceWon}`}
      className="flex items-center gap-2"
      preventScrollReset
    >
      <input type="hidden" name="variantId" value={row.variantId} />
      <input type="hidden" name="was" value={row.stock} />
      <CompactInput
        label={`${name} 가격`}
        unit="원"
        name="priceWon"
        maxLength={12}
        defaultValue={formatNumber(row.priceWon)}
        isInvalid={errors.priceWon !== undefined}
        className="min-w-0 flex-1 md:w-36 md:flex-none"
      />
      <CompactInput
        label={`${name} 재고`}
        unit="개"
        name="stock"
        maxLength={7}
        defaultValue={String(row.stock)}
        isInvalid={errors.stock !== undefined}
        className="w-26 flex-none"
        inputClassName={
          row.stock === 0
            ? "font-semibold text-refused-ink"
            : row.stock < LIMITS.lowStockThreshold
              ? "font-semibold text-warn-ink"
              : ""
        }
      />
      <SubmitButton className="btn btn-line">저장</SubmitButton>
    </Form>
  )
}
