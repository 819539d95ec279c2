import { useEffect, useState } from 'react';
import { type Day, dayAt } from '#domain';

const everyMinute = 60_000;

/** The day on the farm; changes at midnight while a screen stays open. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayAt(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayAt(Date.now())), everyMinute);
    return () => clearInterval(timer);
  }, []);
  return today;
}
