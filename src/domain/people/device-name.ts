/** `Chrome en Android` from the User-Agent header; its text if unknown; null without one. */
export function deviceName(agent: string | null): string | null {
  if (!agent) return null;
  const browser = [
    [/Edg\//, 'Edge'],
    [/SamsungBrowser\//, 'Samsung Internet'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ] as const;
  const system = [
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iPhone'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'Mac'],
    [/Linux/, 'Linux'],
  ] as const;
  const found = [browser, system].map((table) => table.find(([mark]) => mark.test(agent))?.[1]);
  return found.some(Boolean) ? found.filter(Boolean).join(' en ') : agent.slice(0, 60);
}
