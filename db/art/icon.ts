/** The product's sign as files: a white check with a pink dot on a blue square. */

const mark = `<path d="M18 33.500l9.500 9.500L46 23.500" fill="none" stroke="#fff" stroke-width="7"
stroke-linecap="round" stroke-linejoin="round"/><circle cx="48" cy="46" r="4.200" fill="#ff7a94"/>`

/** Rounded, for the browser's tab. */
export const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64"
height="64"><rect width="64" height="64" rx="18" fill="#2f6bff"/>${mark}</svg>\n`

/** Filled to the edges: phones cut their own corners. The sign stays inside the safe circle. */
export const appIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64"
height="64"><rect width="64" height="64" fill="#2f6bff"/><g
transform="translate(3.200 3.200) scale(.9)">${mark}</g></svg>`

/** The sign alone, in white: of what stands in a phone's status bar it takes the shape and no colour. */
export const statusIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="12 12 44 44" width="44"
height="44">${mark.replace("#ff7a94", "#fff")}</svg>`
