import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step was added by opening something over the screen. */
    isOverlay?: boolean;
  }
}
