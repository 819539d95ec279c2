import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step was pushed by opening an overlay. */
    isOverlay?: boolean;
  }
}
