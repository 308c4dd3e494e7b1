/** The media query of windows that are too narrow or too low, also by zooming, for panes beside each other. */
export const compactQuery = "(width < 760px) or (height < 480px)";
