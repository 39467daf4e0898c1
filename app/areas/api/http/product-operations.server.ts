/** Operations about products, their pictures and their stock. */
import { z } from "zod"
import { checkbox, choice, optional } from "#app/basics/form-fields.ts"
import { PICTURE_ERROR_TEXTS } from "#app/platform/picture-forms.server.ts"
import { storePicture } from "#app/platform/pictures.server.ts"
import { ok, refuse } from "#app/platform/outcome.ts"
import { ProductForm, ProductMoveForm, StockForm } from "../../selling/forms.ts"
import { PRODUCT_TABS, STOCK_TABS } from "../../selling/rules.ts"
import { saveProduct, transitionProduct } from "../../selling/service/products.server.ts"
import { updateStock } from "../../selling/service/stock-changes.server.ts"
import { findOwnProducts, findOwnProductView, findStock } from "../../selling/service/stock.server.ts"
import { DEPARTMENTS, PRODUCT_STATES } from "../../shop/rules.ts"
import { cursorField, id, listAnswer, searchField, time, won } from "./fields.server.ts"
import { operation, type RefusalProblem } from "./operation.server.ts"

const Variant = z.object({ id, name: z.string(), priceWon: won, stock: z.int() })

const ProductSummary = z.object({
  id,
  title: z.string(),
  state: z.enum(PRODUCT_STATES),
  priceWon: won,
  listPriceWon: won.nullable(),
  stock: z.int(),
  options: z.int(),
  sold: z.int(),
  reviewCount: z.int(),
  decisionReason: z.string(),
})

const Product = z.object({
  id,
  state: z.enum(PRODUCT_STATES),
  decisionReason: z.string(),
  title: z.string(),
  brand: z.string(),
  department: z.enum(DEPARTMENTS),
  description: z.string(),
  listPriceWon: won.nullable(),
  priceWon: won,
  optionLabel: z.string(),
  variants: z.array(Variant),
  freeShipping: z.boolean(),
  madeToOrder: z.boolean(),
  noticeKind: z.string(),
  notice: z.array(z.string()),
  pictureIds: z.array(id),
  updatedAt: time,
})

/** The form of the screen, and whether it is sent to review at once. */
const ProductBody = ProductForm.and(z.object({ propose: checkbox({ label: "심사 요청" }) }))

const SHOP_STOPPED: RefusalProblem = {
  status: 403,
  ko: "승인된 상점만 할 수 있어요. 판매자 센터에서 상점 상태를 확인해 주세요.",
  en: "Only an approved shop may do this. Check the state of your shop in the seller's desk.",
}
const STOCK_MOVED: RefusalProblem = {
  status: 409,
  ko: "그사이 재고가 달라졌어요. 지금 재고를 읽고 was에 넣어 다시 보내 주세요.",
  en: "The stock has changed meanwhile. Read it again and send it as 'was'.",
}
const ON_SALE: RefusalProblem = {
  status: 409,
  ko: "할인 중인 가격은 바꿀 수 없어요. 할인을 먼저 끝내 주세요.",
  en: "A scheduled price is in force. End it before you set another.",
}
const SAVE_PROBLEMS = {
  on_sale: ON_SALE,
  not_allowed: SHOP_STOPPED,
  stock_moved: STOCK_MOVED,
  changed: {
    status: 412,
    ko: "그사이 상품이 바뀌었어요. 다시 읽은 뒤 보내 주세요.",
    en: "The product has changed since you read it. Read it again first.",
  },
  unknown_option: {
    status: 409,
    ko: "이 상품의 옵션이 아닌 id가 있어요. 상품을 다시 읽어 주세요.",
    en: "An option id is not one of this product's. Read the product again.",
  },
  pictures_missing: {
    status: 409,
    ko: "사진을 찾지 못했어요. 사진을 먼저 올리고 그 id를 보내 주세요.",
    en: "A picture was not found. Upload it first and send its id.",
  },
} satisfies Record<string, RefusalProblem>

const Saved = z.object({ id, state: z.enum(PRODUCT_STATES) })

const pictureProblem = (status: RefusalProblem["status"], ko: string, en: string) => ({ status, ko, en })

const NOT_A_PICTURE = "The picture could not be used: send one still JPEG, PNG or WebP of at most 10 MB."
const PICTURE_BUSY = "Pictures cannot be taken right now. Try again in a moment."

export const productOperations = [
  operation({
    id: "listProducts",
    method: "GET",
    path: "/products",
    tag: "products",
    scope: "products:read",
    title: { ko: "상품 목록", en: "List products" },
    query: z.object({ tab: optional(choice(PRODUCT_TABS, "탭")), q: searchField, after: cursorField }),
    answer: listAnswer(ProductSummary),
    run: async ({ actor, query }) => {
      const { rows, next } = await findOwnProducts(actor, { ...query, tab: query.tab ?? "all" })
      return ok({ answer: { items: rows, next } })
    },
    problems: {},
  }),
  operation({
    id: "getProduct",
    method: "GET",
    path: "/products/{productId}",
    tag: "products",
    scope: "products:read",
    title: { ko: "상품 하나", en: "Get a product" },
    answer: Product,
    version: ({ updatedAt }) => updatedAt,
    run: async ({ actor, params }) => {
      const product = await findOwnProductView(actor, params.productId ?? "")
      return product ? ok({ answer: product }) : refuse("not_found")
    },
    problems: {},
  }),
  operation({
    id: "createProduct",
    method: "POST",
    path: "/products",
    tag: "products",
    scope: "products:write",
    title: { ko: "상품 올리기", en: "Create a product" },
    body: ProductBody,
    answer: Saved,
    status: 201,
    run: async ({ actor, body: { propose, ...product }, submissionKey }) => {
      const saved = await saveProduct(actor, null, product, { propose, submissionKey })
      return saved.ok ? ok({ answer: { id: saved.productId, state: saved.state } }) : saved
    },
    problems: SAVE_PROBLEMS,
  }),
  operation({
    id: "replaceProduct",
    method: "PUT",
    path: "/products/{productId}",
    tag: "products",
    scope: "products:write",
    title: { ko: "상품 고치기", en: "Replace a product" },
    body: ProductBody,
    answer: Saved,
    run: async ({ actor, params, body: { propose, ...product }, submissionKey, seenVersion }) => {
      const options = { propose, submissionKey, seen: seenVersion }
      const saved = await saveProduct(actor, params.productId ?? "", product, options)
      return saved.ok ? ok({ answer: { id: saved.productId, state: saved.state } }) : saved
    },
    problems: SAVE_PROBLEMS,
  }),
  operation({
    id: "moveProduct",
    method: "POST",
    path: "/products/{productId}/moves",
    tag: "products",
    scope: "products:write",
    title: { ko: "심사 요청·숨기기·다시 팔기", en: "Propose, hide or show a product" },
    body: ProductMoveForm.pick({ move: true }),
    run: ({ actor, params, body }) => transitionProduct(actor, params.productId ?? "", body.move),
    problems: {
      not_allowed: SHOP_STOPPED,
      pictures_missing: SAVE_PROBLEMS.pictures_missing,
      not_now: {
        status: 409,
        ko: "지금 상태에서는 할 수 없어요. 상품을 다시 읽어 주세요.",
        en: "This cannot be done in the product's present state. Read it again.",
      },
    },
  }),
  operation({
    id: "uploadPicture",
    method: "POST",
    path: "/pictures",
    tag: "products",
    scope: "products:write",
    title: { ko: "상품 사진 올리기", en: "Upload a picture of a product" },
    body: z.object({ file: z.instanceof(File) }),
    takesPicture: true,
    answer: z.object({ id, width: z.int(), height: z.int() }),
    status: 201,
    run: async ({ actor, body: { file } }) => {
      const stored = await storePicture({
        ownerId: actor.userId,
        purpose: "product",
        bytes: file,
        name: file.name,
      })
      return stored.ok ? ok({ answer: stored.picture }) : stored
    },
    problems: {
      too_large: pictureProblem(413, PICTURE_ERROR_TEXTS.too_large, NOT_A_PICTURE),
      too_many_pixels: pictureProblem(400, PICTURE_ERROR_TEXTS.too_many_pixels, NOT_A_PICTURE),
      too_long: pictureProblem(400, PICTURE_ERROR_TEXTS.too_long, NOT_A_PICTURE),
      too_slow: pictureProblem(400, PICTURE_ERROR_TEXTS.too_slow, NOT_A_PICTURE),
      not_a_picture: pictureProblem(400, PICTURE_ERROR_TEXTS.not_a_picture, NOT_A_PICTURE),
      animated: pictureProblem(400, PICTURE_ERROR_TEXTS.animated, NOT_A_PICTURE),
      unsupported: pictureProblem(415, PICTURE_ERROR_TEXTS.unsupported, NOT_A_PICTURE),
      busy: pictureProblem(503, PICTURE_ERROR_TEXTS.busy, PICTURE_BUSY),
      no_room: pictureProblem(507, PICTURE_ERROR_TEXTS.no_room, PICTURE_BUSY),
      address_full: pictureProblem(503, PICTURE_ERROR_TEXTS.address_full, PICTURE_BUSY),
    },
  }),
  operation({
    id: "listStock",
    method: "GET",
    path: "/stock",
    tag: "stock",
    scope: "stock:read",
    title: { ko: "재고 목록, 적은 것부터", en: "List stock, the least first" },
    query: z.object({ tab: optional(choice(STOCK_TABS, "탭")), q: searchField, after: cursorField }),
    answer: listAnswer(
      z.object({
        variantId: id,
        productId: id,
        title: z.string(),
        option: z.string(),
        priceWon: won,
        stock: z.int(),
        hidden: z.boolean(),
        sold: z.int(),
      }),
    ),
    run: async ({ actor, query: { tab, q, after } }) => {
      const { rows, next } = await findStock(actor, { low: tab === "low", q, after })
      return ok({ answer: { items: rows, next } })
    },
    problems: {},
  }),
  operation({
    id: "updateStock",
    method: "PATCH",
    path: "/stock/{variantId}",
    tag: "stock",
    scope: "stock:write",
    title: { ko: "가격과 재고 바꾸기", en: "Set price and stock of an option" },
    body: StockForm.omit({ variantId: true }),
    run: ({ actor, params, body }) => updateStock(actor, { ...body, variantId: params.variantId ?? "" }),
    problems: { stock_moved: STOCK_MOVED, on_sale: ON_SALE },
  }),
]
