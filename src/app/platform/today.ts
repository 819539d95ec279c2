import { useEffect, useState } from 'react';
import { type Day, dayAt } from '#domain';

const everyMinute = 60_000;

/** The farm's day; changes at midnight. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayAt(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setToday(dayAt(Date.now())), everyMinute);
    return () => clearInterval(timer);
  }, []);
  return today;
}
