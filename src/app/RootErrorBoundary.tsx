// Error boundary around the whole app, without texts, which may not be loaded yet: both languages, and a retry. An old tab
// after a new release gets here when a file is missing; reloading loads the new release.
import { Component, type ReactNode } from "react";
import statesStyles from "#portal/kit/States.module.css";

export class RootErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="container">
        <div className={`card ${statesStyles.empty} ${statesStyles.apart}`} role="alert">
          <p>
            Er is iets fout gegaan. <span lang="fr">Une erreur s’est produite.</span>
          </p>
          <button className="button button-primary" type="button" onClick={() => location.reload()}>
            Opnieuw proberen / <span lang="fr">Réessayer</span>
          </button>
        </div>
      </main>
    );
  }
}
