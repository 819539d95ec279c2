import styles from './spark.module.css';

interface SparkProps {
  /** None negative. */
  readonly values: readonly number[];
}

const [width, height, least] = [100, 24, 1.5];

/** A sparkline of bars beside its words; hidden from readers. */
export const Spark = ({ values }: SparkProps) => {
  const most = Math.max(...values, 1);
  const step = width / Math.max(values.length, 1);
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {values.map((value, index) => {
        const tall = value === 0 ? least : Math.max((value / most) * height, least * 2);
        return (
          <rect
            key={index}
            x={index * step + step * 0.12}
            y={height - tall}
            width={step * 0.76}
            height={tall}
            opacity={value === 0 ? 0.45 : 1}
          />
        );
      })}
    </svg>
  );
};
