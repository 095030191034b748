// Catches what breaks outside every screen, even before there are texts: both languages, a way to try again. An old
// tab after a new release lands here when a file is gone; reloading gets the new one.
import { Component, type ReactNode } from "react";

export class LastNet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="container">
        <div className="card empty page-gap" role="alert">
          <p>
            Er is iets fout gegaan. <span lang="fr">Une erreur s’est produite.</span>
          </p>
          <button className="btn btn-primary" type="button" onClick={() => location.reload()}>
            Opnieuw proberen / <span lang="fr">Réessayer</span>
          </button>
        </div>
      </main>
    );
  }
}
