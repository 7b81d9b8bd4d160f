/** The names of the icons that a screen may have in the navigation. */
export const SCREEN_ICONS = [
  ...(['archive', 'bell', 'book', 'box', 'briefcase', 'building', 'calendar', 'cart', 'chart', 'check'] as const),
  ...(['clipboard', 'clock', 'flag', 'folder', 'gift', 'globe', 'heart', 'help', 'home', 'inbox', 'key'] as const),
  ...(['laptop', 'list', 'lock', 'mail', 'map', 'message', 'money', 'package', 'page', 'pencil', 'people'] as const),
  ...(['person', 'phone', 'plus', 'receipt', 'school', 'search', 'settings', 'shield', 'star', 'table'] as const),
  ...(['tag', 'tiles', 'truck', 'warning', 'wrench'] as const),
] as const;

/** One of them. */
export type ScreenIcon = (typeof SCREEN_ICONS)[number];
