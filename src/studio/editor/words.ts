export const EDITOR_WORDS = {
  editor: ["Bestand bewerken", "Modifier le fichier"],
  file: ["Bestand", "Fichier"],
  notSaved: ["niet opgeslagen", "non enregistré"],
  fileSaved: ["Opgeslagen: dit staat op schijf.", "Enregistré : c’est le contenu du disque."],
  fileTyping: ["Nog niet opgeslagen.", "Pas encore enregistré."],
  fileNoJson: [
    "Niet opgeslagen: dit is nog geen JSON. Met Ctrl+S slaat u het toch op.",
    "Non enregistré : ce n’est pas encore du JSON. Ctrl+S l’enregistre quand même.",
  ],
  fileChanged: [
    "Niet opgeslagen: een ander programma heeft het bestand gewijzigd.",
    "Non enregistré : un autre programme a modifié le fichier.",
  ],
  fileDeleted: [
    "Dit bestand staat niet meer op schijf. U ziet de laatste tekst. Kies een ander bestand of zet dit terug.",
    "Ce fichier n’est plus sur le disque. Vous voyez son dernier texte. Choisissez un autre fichier ou remettez-le.",
  ],
  fileFailed: [
    "Niet opgeslagen: de server van de studio antwoordt niet.",
    "Non enregistré : le serveur du studio ne répond pas.",
  ],
  takeDisk: ["De tekst van de schijf gebruiken", "Prendre le texte du disque"],
  keepTyped: ["Mijn tekst houden", "Garder mon texte"],
} as const;
