/** A complete one-page PDF; `says` makes it unique, `size` pads it. */
export function smallPdf(says: string, size = 0): Uint8Array<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  const filled = (filling: number): string => {
    let text = `%PDF-1.7\n% ${encodeURIComponent(says)}${' '.repeat(filling)}\n`;
    const places = objects.map((object, index) => {
      const place = text.length;
      text += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(place).padStart(10, '0')} 00000 n \n`;
    });
    const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\n`;
    return `${text}${table}startxref\n${String(text.length).padStart(10, '0')}\n%%EOF\n`;
  };
  return new TextEncoder().encode(filled(Math.max(0, size - filled(0).length)));
}
