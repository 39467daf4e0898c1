import commonest from "pretendard/dist/web/variable/woff2-dynamic-subset/PretendardVariable.subset.90.woff2?url"
import latin from "pretendard/dist/web/variable/woff2-dynamic-subset/PretendardVariable.subset.91.woff2?url"
import frequent from "pretendard/dist/web/variable/woff2-dynamic-subset/PretendardVariable.subset.89.woff2?url"

/**
 * The three of 92 font files that hold most letters of the navigation and the head of the home screen: loaded
 * before the rest.
 */
export const preloadedFonts = [commonest, latin, frequent] as const
