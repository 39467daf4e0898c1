import { BROWSER_BAR_COLOURS } from "../basics/brand.ts"

/** Specification §9: how long a script may take to come. */
export const SCRIPT_TIMEOUT_MS = 120_000
export const CHUNK_ALERT_ID = "chunk-failed"

/**
 * Runs before the first paint. It sets the colour mode, so that no page flashes, and shows the notice
 * "Loading chunk failed" when one of our scripts is missing, broken or later than 120 s. `data-ready` says
 * that the page has come to life. The browser's offer to install the product waits for a good moment.
 */
export const headScript = `(function(){
var root=document.documentElement,mode=null;
try{mode=localStorage.getItem("colorMode")}catch(e){}
var theme=mode==="dark"||(mode!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches)?"dark":"light";
root.setAttribute("data-theme",theme);
var colour=theme==="dark"?"${BROWSER_BAR_COLOURS.dark}":"${BROWSER_BAR_COLOURS.light}";
document.querySelectorAll("meta[name=theme-color]").forEach(function(bar){bar.content=colour});
function failed(){
if(root.hasAttribute("data-ready"))return;
var notice=document.getElementById("${CHUNK_ALERT_ID}");
if(notice)notice.hidden=false;else addEventListener("DOMContentLoaded",failed)
}
addEventListener("error",function(event){
var from=event.target;
if(from&&(from.tagName==="SCRIPT"||(from.tagName==="LINK"&&from.rel==="modulepreload")))failed()
},true);
addEventListener("unhandledrejection",function(event){
if(/module/i.test(String(event.reason&&event.reason.message)))failed()
});
setTimeout(failed,${SCRIPT_TIMEOUT_MS});
addEventListener("beforeinstallprompt",function(event){event.preventDefault();window.installPrompt=event});
})()`
