// The words of the list of products, in both languages.
export const PRODUCT_WORDS = {
  productsTitle: ["Producten", "Produits"],
  productsIntro: [
    "Elk product zoals het in zijn bestanden staat. Bewaar een bestand en deze pagina volgt.",
    "Chaque produit tel que ses fichiers le décrivent. Enregistrez un fichier et cette page suit.",
  ],
  offered: ["aangeboden", "proposé"],
  notOffered: ["niet aangeboden", "non proposé"],
  codes: ["codes {codes}", "codes {codes}"],
  portalForms: ["Formulieren van het portaal", "Formulaires du portail"],
  portalFormsAbout: [
    "De toestemmingen voordat het portaal opent, en de gegevens van een relatie.",
    "Les consentements avant l’ouverture du portail, et les données d’une relation.",
  ],
  newProduct: ["Nieuw product", "Nouveau produit"],
  newProductName: ["Naam in de bestanden, zoals fietsen", "Nom dans les fichiers, par exemple velos"],
  newProductLike: ["Gemaakt naar", "Fait d’après"],
  make: ["Maken", "Créer"],
  productMade: ["Product {name} gemaakt", "Produit {name} créé"],
  checkFailed: ["De controle is niet uitgevoerd", "Le contrôle n’a pas été exécuté"],
  checkingAll: ["Alle bestanden worden gecontroleerd…", "Contrôle de tous les fichiers…"],
  checkingAgain: ["Opnieuw controleren…", "Nouveau contrôle…"],
  notOnDisk: [
    "Wat u hieronder ziet, is niet wat er op schijf staat, maar de laatste bestanden die konden worden gepubliceerd.",
    "Ce que vous voyez n’est pas ce qui est sur le disque, mais les derniers fichiers publiables.",
  ],
  noteCount: ["Opmerkingen: {count}", "Remarques : {count}"],
  skip: ["Naar de inhoud", "Aller au contenu"],
  loading: ["Laden…", "Chargement…"],
} as const;
