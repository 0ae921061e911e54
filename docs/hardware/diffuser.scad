// Holds a sheet of baking paper under the ring of light, with a hole that the lens looks through:
// paper in front of the lens would be all that it sees.
//
// Print flat side down, without supports. Cut the paper round, 84 mm, with the hole cut out, and lay
// it between the two rings; the upper one is pressed in. Three threads or drops of hot glue hold it
// below the head of mount.scad, at `below_lens`.

view_deg = 75;        // diagonal angle of the camera: Module 3 75, Wide 120, Module 2 74, HQ 6 mm 66
below_lens = 20;      // paper below the front of the lens, mm; for Wide 10
lens = 8;             // diameter of the lens itself
outer = 92;           // as wide as the head
rim = 4;
height = 4;
play = 0.4;

$fn = 96;

// The cone of the view where the paper is, and 2 mm to spare.
hole = lens + 2 * below_lens * tan(view_deg / 2) + 4;
assert(hole < outer - 4 * rim, "the paper must lie nearer to the lens of such a wide camera");

module ring(outside, inside, high) {
    difference() {
        cylinder(d = outside, h = high);
        translate([0, 0, -1]) cylinder(d = inside, h = high + 2);
    }
}

// The lower ring with spokes that carry the rim of the hole.
module lower() {
    ring(outer, outer - 2 * rim, height);
    ring(outer - 2, outer - 3 * rim, 1.2);
    ring(hole + 2 * rim, hole, 1.2);
    for (turn = [0, 120, 240]) rotate(turn)
        translate([hole / 2 + 1, -1, 0]) cube([(outer - hole) / 2 - rim, 2, 1.2]);
    for (turn = [60, 180, 300]) rotate(turn)
        translate([outer / 2 - 1, 0, 0]) difference() {
            cylinder(d = 8, h = height);
            translate([1, 0, -1]) cylinder(d = 2, h = height + 2);
        }
}

lower();
translate([outer + 14, 0, 0]) ring(outer - 2 * rim - 2 * play, outer - 3 * rim, 2);
