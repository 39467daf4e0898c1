import { Minus, Plus, X } from "#app/ui/icons.tsx"
import { Link, href, useFetcher } from "react-router"
import { formatWon } from "#app/basics/won.ts"
import { LIMITS } from "../rules.ts"
import type { CartLineView } from "../views.ts"
import { CartToggle } from "./cart-toggle.tsx"
import { Thumbnail } from "./thumbnail.tsx"

/** Nothing of it can be bought, however few. */
const isUnavailable = (line: CartLineView) => line.problem !== null && line.problem !== "too_many"

const UNAVAILABLE_TEXTS: Record<"gone" | "vacation" | "sold_out", string> = {
  gone: "지금은 팔지 않는 상품이에요",
  vacation: "판매자가 쉬고 있어요",
  sold_out: "품절됐어요",
}

/** A product in the cart: whether it is ordered, how many, and why it cannot be where that is so. */
export function CartRow({ line }: { line: CartLineView }) {
  return (
    <article className="flex gap-3.5">
      {line.problem ? (
        <span aria-hidden className="size-6 flex-none rounded-md bg-fill" />
      ) : (
        <CartToggle
          intent="select"
          variantId={line.variantId}
          checked={line.selected}
          label={`${line.title} 선택`}
        />
      )}
      <Link
        to={href("/shopping/product/:productId", { productId: line.productId })}
        tabIndex={-1}
        aria-hidden
        className="flex-none"
      >
        <Thumbnail pictureId={line.pictureId} isDimmed={isUnavailable(line)} />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <h3 className="text-base font-medium">
            <Link
              to={href("/shopping/product/:productId", { productId: line.productId })}
              className="hover:underline"
            >
              {line.title}
            </Link>
          </h3>
          <RemoveButton line={line} />
        </div>
        {line.optionName ? <p className="mt-0.5 text-sm text-ink-3">{line.optionName}</p> : null}
        {line.problem ? <CartProblem line={line} problem={line.problem} /> : null}
        {line.previousWon !== null ? (
          <p className="mt-1 text-sm font-medium text-warn-ink">
            담은 뒤 가격이 {line.unitWon < line.previousWon ? "내렸어요" : "올랐어요"} (
            {formatWon(line.previousWon)} → {formatWon(line.unitWon)})
          </p>
        ) : null}
        <div
          className={
            "mt-2.5 flex flex-wrap items-center gap-x-1 gap-y-2 " + (isUnavailable(line) ? "hidden" : "")
          }
        >
          <QuantityStepper line={line} />
          <b className={`ml-auto text-lg font-bold ${line.problem ? "text-ink-3" : ""}`}>
            {formatWon(line.unitWon * line.quantity)}
          </b>
        </div>
      </div>
    </article>
  )
}

/** The forms of a line share one request: a later one takes the place of what is under way. */
const useLineFetcher = (line: CartLineView) => useFetcher({ key: `cart-${line.variantId}` })

function RemoveButton({ line }: { line: CartLineView }) {
  const fetcher = useLineFetcher(line)
  return (
    <fetcher.Form method="post" className="flex-none">
      <input type="hidden" name="intent" value="remove" />
      <button
        type="submit"
        name="variantId"
        value={line.variantId}
        aria-label={`${line.title} 빼기`}
        className={
          "hit -mt-1 -mr-1 grid size-8 cursor-pointer place-items-center rounded-full text-ink-3 " +
          "hover:bg-fill"
        }
      >
        <X size={18} />
      </button>
    </fetcher.Form>
  )
}

/** Why it cannot be bought, and the way out where fewer can. */
function CartProblem({
  line,
  problem,
}: {
  line: CartLineView
  problem: NonNullable<CartLineView["problem"]>
}) {
  const fetcher = useLineFetcher(line)
  return (
    <>
      <p className="mt-1 text-sm font-medium text-refused-ink">
        {problem === "too_many"
          ? `${line.stock}개만 남았어요. 수량을 줄이면 주문할 수 있어요.`
          : UNAVAILABLE_TEXTS[problem]}
      </p>
      {problem === "too_many" ? (
        <fetcher.Form method="post" className="mt-2">
          <input type="hidden" name="intent" value="quantity" />
          <input type="hidden" name="variantId" value={line.variantId} />
          <button type="submit" name="quantity" value={line.stock} className="btn btn-line btn-sm">
            {line.stock}개로 줄이기
          </button>
        </fetcher.Form>
      ) : null}
    </>
  )
}

function QuantityStepper({ line }: { line: CartLineView }) {
  const fetcher = useLineFetcher(line)
  return (
    <fetcher.Form method="post" className="flex items-center rounded-lg bg-fill">
      <input type="hidden" name="intent" value="quantity" />
      <input type="hidden" name="variantId" value={line.variantId} />
      <StepButton value={line.quantity - 1} disabled={line.quantity <= 1} label="하나 빼기" Icon={Minus} />
      <output className="num w-8 text-center text-base font-semibold">
        <span className="sr-only">수량 </span>
        {line.quantity}
      </output>
      <StepButton
        value={line.quantity + 1}
        disabled={line.quantity >= Math.min(LIMITS.quantity, line.stock)}
        label="하나 더하기"
        Icon={Plus}
      />
    </fetcher.Form>
  )
}

function StepButton({
  value,
  disabled,
  label,
  Icon,
}: {
  value: number
  disabled: boolean
  label: string
  Icon: typeof Plus
}) {
  return (
    <button
      type="submit"
      name="quantity"
      value={value}
      disabled={disabled}
      aria-label={label}
      className={
        "hit grid size-9 cursor-pointer place-items-center rounded-lg disabled:cursor-default " +
        "disabled:text-ink-3"
      }
    >
      <Icon size={16} strokeWidth={2} />
    </button>
  )
}
