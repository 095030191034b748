// Shows a page in Dutch and French in a browser that the portal does not support. Runs in browsers of any age, so it is written
// in ES5 and loads nothing. It asks for the newest things that the portal uses: see "browserslist" in package.json.
(function () {
  var browsers = document.currentScript ? document.currentScript.getAttribute("data-browsers") : "";
  var canStyle = window.CSS && CSS.supports && CSS.supports("selector(:has(a))") && CSS.supports("grid-template-rows", "subgrid");
  if (canStyle && window.AbortSignal && AbortSignal.any && [].toSpliced) return;

  function add(parent, name, text) {
    var element = document.createElement(name);
    element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  function explain(place, language, title, sentences) {
    var part = add(place, "section", "");
    part.lang = language;
    add(part, "h1", title);
    for (var index = 0; index < sentences.length; index += 1) add(part, "p", sentences[index]);
  }

  function show() {
    document.title = "Uw browser is te oud – Votre navigateur est trop ancien";
    document.body.textContent = "";
    var place = add(document.body, "main", "");
    place.className = "container";
    place.style.cssText = "max-width: 40em; margin: 0 auto; padding: 1em; font-family: sans-serif";
    explain(place, "nl", "Uw browser is te oud voor dit portaal", [
      "Wat u eerder hebt opgeslagen, is bewaard. Werk uw browser bij of gebruik een andere browser, en open deze pagina opnieuw.",
      "Het portaal werkt in deze browsers of nieuwer: " + browsers + ".",
    ]);
    explain(place, "fr", "Votre navigateur est trop ancien pour ce portail", [
      "Ce que vous avez déjà enregistré est conservé. Mettez votre navigateur à jour ou utilisez-en un autre, puis rouvrez cette page.",
      "Le portail fonctionne avec ces navigateurs ou une version plus récente : " + browsers + ".",
    ]);
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
  else show();
})();
